import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileField } from '@skein/contracts/http';
import { attachmentsMax } from '@skein/contracts/limits';
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError, PayloadTooLargeError, ValidationError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Logger } from '../shared/logger.ts';
import type { UploadedFile } from '../shared/uploaded-file.ts';
import type { ParsedBody } from './body.ts';

const fieldsMax = 40;

export type ReceiveForm = (
  request: Request,
  response: Response,
  files: Record<string, FileField>,
) => Promise<ParsedBody>;

/**
 * Receives multipart bodies. Files lie in a folder of the request's own below `directory`,
 * which is gone once the request has ended, however it ended.
 */
export function createFormReceiver(options: { directory: string; logger: Logger }): ReceiveForm {
  return async (request, response, fileFields) => {
    const directory = path.join(options.directory, newId());
    response.once('close', () => {
      rm(directory, { recursive: true, force: true }).catch((error: unknown) => {
        options.logger.error({ err: error, directory }, 'could not remove uploaded files');
      });
    });
    const parse = createParser(directory, fileFields);
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error: unknown) => {
        if (error === undefined || error === null) resolve();
        else reject(toRefusal(error));
      });
    });
    const files = collectFiles(request, fileFields);
    return { fields: { ...(request.body as object | undefined) }, files };
  };
}

function createParser(directory: string, fileFields: Record<string, FileField>) {
  const fields = Object.entries(fileFields);
  const filesMax = fields.reduce((sum, [, field]) => sum + field.maxCount, 0);
  const storage = multer.diskStorage({
    destination: (_request, _file, done) => {
      mkdir(directory, { recursive: true }).then(
        () => done(null, directory),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), ''),
      );
    },
    filename: (_request, _file, done) => done(null, newId()),
  });
  return multer({
    storage,
    defParamCharset: 'utf8',
    limits: {
      fieldNameSize: 100,
      fieldSize: 64 * 1024,
      fields: fieldsMax,
      fileSize: Math.max(0, ...fields.map(([, field]) => field.maxBytes)),
      // One more than allowed gets through to be refused by name instead of as broken input.
      files: filesMax + 1,
      parts: fieldsMax + filesMax + 1,
      headerPairs: 20,
      fieldNestingDepth: 0,
    },
  }).fields(fields.map(([name, field]) => ({ name, maxCount: field.maxCount })));
}

function collectFiles(
  request: Request,
  fileFields: Record<string, FileField>,
): Record<string, UploadedFile[]> {
  // multer's `fields()` leaves a record of arrays; without files, nothing.
  const received = (request.files ?? {}) as Record<string, Express.Multer.File[]>;
  return Object.fromEntries(
    Object.entries(fileFields).map(([name, field]) => [
      name,
      (received[name] ?? []).map((file) => toUploadedFile(file, field)),
    ]),
  );
}

function toUploadedFile(file: Express.Multer.File, field: FileField): UploadedFile {
  if (file.size > field.maxBytes) throw tooLarge();
  return { path: file.path, originalName: file.originalname, bytes: file.size };
}

function tooLarge(): AppError {
  return new PayloadTooLargeError('The file is too large.');
}

function toRefusal(error: unknown): Error {
  if (error instanceof multer.MulterError) {
    switch (error.code) {
      case 'LIMIT_FILE_SIZE':
        return tooLarge();
      case 'LIMIT_FIELD_VALUE':
        return new PayloadTooLargeError('A field of the form is too large.');
      case 'LIMIT_FILE_COUNT':
      case 'LIMIT_UNEXPECTED_FILE': {
        const message = `Too many files, or in the wrong place. At most ${attachmentsMax} can be attached.`;
        return new ValidationError([{ path: error.field ?? '', message }]);
      }
      default:
        return new AppError('malformed_body', 'The form has too many or too long parts.');
    }
  }
  // busboy's own complaints about the bytes are plain errors without a code.
  if (error instanceof Error && !('code' in error) && !('syscall' in error)) {
    return new AppError('malformed_body', 'The form could not be read.', { cause: error });
  }
  return error instanceof Error
    ? error
    : new Error('The form could not be read.', { cause: error });
}
