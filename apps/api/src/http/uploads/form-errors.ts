import type { FileField } from '@skein/contracts/http';
import { MulterError } from 'multer';
import { AppError, PayloadTooLargeError, ValidationError } from '../../platform/errors.ts';
import { toStorageError } from '../../platform/storage-error.ts';
import { toShownName } from '../../platform/uploaded-file.ts';

/** Also codes that multer's type declarations do not know yet. */
const badNameCodes: ReadonlySet<string> = new Set([
  'MISSING_FIELD_NAME',
  'INVALID_FIELD_NAME',
  'LIMIT_FIELD_NESTING',
]);

export function fileTooLarge(originalName: string, maxBytes: number): AppError {
  const limit = `${maxBytes / 1024 ** 2} MB`;
  return new PayloadTooLargeError(
    `${toShownName(originalName)} is too large: at most ${limit} are possible.`,
  );
}

/** What to tell a client of an error that stopped a multipart body from being received. */
export function toFormError(error: unknown, fileFields: Record<string, FileField>): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof MulterError) return toRefusal(error, fileFields);
  // busboy's own complaints about the bytes are plain errors without a code.
  if (error instanceof Error && !('code' in error) && !('syscall' in error)) {
    return new AppError('malformed_body', 'The form could not be read.', { cause: error });
  }
  return toStorageError(error);
}

function toRefusal(error: MulterError, fileFields: Record<string, FileField>): AppError {
  if (badNameCodes.has(error.code)) {
    return new AppError('malformed_body', 'A field of the form has no name that is possible here.');
  }
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return oversizedFile(error, fileFields);
    case 'LIMIT_FIELD_VALUE':
      return new PayloadTooLargeError('A field of the form is too large.');
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return unwantedFile(error.field, fileFields);
    default:
      return new AppError('malformed_body', 'The form has too many or too long parts.');
  }
}

function oversizedFile(error: MulterError, fileFields: Record<string, FileField>): AppError {
  // Its type declarations do not know this property yet.
  const name = 'filename' in error && typeof error.filename === 'string' ? error.filename : '';
  const most = Object.values(fileFields).map((field) => field.maxBytes);
  return fileTooLarge(name, fileFields[error.field ?? '']?.maxBytes ?? Math.max(...most));
}

/** @param name of the field; undefined when there were too many files in all */
function unwantedFile(
  name: string | undefined,
  fileFields: Record<string, FileField>,
): ValidationError {
  const field = name === undefined ? undefined : fileFields[name];
  const isElsewhere = name !== undefined && field === undefined;
  const message = isElsewhere ? sayWhere(fileFields) : sayHowMany(fileFields, field);
  return new ValidationError([{ path: name ?? '', message }]);
}

function sayWhere(fileFields: Record<string, FileField>): string {
  const names = Object.keys(fileFields).map((name) => `"${name}"`);
  return names.length === 1
    ? `Files belong into the field ${names.join('')}.`
    : `Files belong into the fields ${names.join(' and ')}.`;
}

function sayHowMany(fileFields: Record<string, FileField>, field: FileField | undefined): string {
  const fields = field ? [field] : Object.values(fileFields);
  const most = fields.reduce((sum, { maxCount }) => sum + maxCount, 0);
  return most === 1
    ? 'Only one file can be attached here.'
    : `At most ${most} files can be attached.`;
}
