import type { FileField } from '@skein/contracts/http';
import { withValues } from '@skein/messages';
import { MulterError } from 'multer';
import { AppError, PayloadTooLargeError, ValidationError } from '../../platform/errors.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import { toStorageError } from '../../platform/storage-error.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';

/** Includes codes that are missing in multer's type declarations. */
const invalidNameCodes: ReadonlySet<string> = new Set([
  'MISSING_FIELD_NAME',
  'INVALID_FIELD_NAME',
  'LIMIT_FIELD_NESTING',
]);

export function fileTooLarge(originalName: string, maxBytes: number): AppError {
  const limit = `${maxBytes / 1024 ** 2} MB`;
  return new PayloadTooLargeError(
    withValues('error.fileTooLarge', { name: toDisplayName(originalName), limit }),
  );
}

/** Converts an error of receiving a multipart body to the error for the client. */
export function toFormError(error: unknown, fileFields: Record<string, FileField>): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof MulterError) return toMulterError(error, fileFields);
  // Parse errors of busboy are plain errors without a code.
  if (error instanceof Error && !('code' in error) && !('syscall' in error)) {
    return new AppError('malformed_body', 'error.formUnreadable', { cause: error });
  }
  return toStorageError(error);
}

function toMulterError(error: MulterError, fileFields: Record<string, FileField>): AppError {
  if (invalidNameCodes.has(error.code)) {
    return new AppError('malformed_body', 'error.formFieldName');
  }
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return toFileTooLarge(error, fileFields);
    case 'LIMIT_FIELD_VALUE':
      return new PayloadTooLargeError('error.formFieldTooLarge');
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return toUnexpectedFile(error.field, fileFields);
    default:
      return new AppError('malformed_body', 'error.formTooManyParts');
  }
}

function toFileTooLarge(error: MulterError, fileFields: Record<string, FileField>): AppError {
  // The property is missing in multer's type declarations.
  const name = 'filename' in error && typeof error.filename === 'string' ? error.filename : '';
  const sizes = Object.values(fileFields).map((field) => field.maxBytes);
  return fileTooLarge(name, fileFields[error.field ?? '']?.maxBytes ?? Math.max(...sizes));
}

/** @param name of the field; undefined when there were too many files in all */
function toUnexpectedFile(
  name: string | undefined,
  fileFields: Record<string, FileField>,
): ValidationError {
  const field = name === undefined ? undefined : fileFields[name];
  const isUnknownField = name !== undefined && field === undefined;
  const message = isUnknownField ? describeFields(fileFields) : describeMaxCount(fileFields, field);
  return new ValidationError([{ path: name ?? '', message }]);
}

function describeFields(fileFields: Record<string, FileField>): ResponseMessage {
  const names = Object.keys(fileFields).map((name) => `"${name}"`);
  return names.length === 1
    ? withValues('error.formFileField', { name: names.join('') })
    : withValues('error.formFileFields', { names: new Intl.ListFormat('en').format(names) });
}

function describeMaxCount(
  fileFields: Record<string, FileField>,
  field: FileField | undefined,
): ResponseMessage {
  const fields = field ? [field] : Object.values(fileFields);
  const filesMax = fields.reduce((sum, { maxCount }) => sum + maxCount, 0);
  return filesMax === 1 ? 'error.formOneFile' : withValues('error.formFilesMax', { max: filesMax });
}
