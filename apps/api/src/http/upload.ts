import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileField } from '@skein/contracts/http';
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Logger } from '../shared/logger.ts';
import type { UploadedFile } from '../shared/uploaded-file.ts';
import type { ParsedBody } from './body.ts';
import { fileTooLarge, toFormRefusal } from './form-refusals.ts';

const fieldsMax = 40;

/** The file fields of a form by their names. */
export type FileFields = Record<string, FileField>;

export type ReceiveForm = (
  request: Request,
  response: Response,
  files: FileFields,
  /** Awaited before the first file is taken in; may refuse it. */
  onFile: () => Promise<void>,
) => Promise<ParsedBody>;

/**
 * Receives multipart bodies. Files lie in a folder of the request's own below `directory`,
 * which is gone once the request has ended, however it ended.
 * @throws AppError for a form that is broken, too large or cut off; UnavailableError when the
 *   disk is full
 */
export function createFormReceiver(options: { directory: string; logger: Logger }): ReceiveForm {
  return async (request, response, fileFields, onFile) => {
    refuseWhenCutOff(request);
    const directory = path.join(options.directory, newId());
    const answered = new Promise<void>((resolve) => {
      response.once('close', resolve);
    });
    const received = receive(directory, { request, response, fileFields, onFile });
    // Neither end alone will do: the client may go while files are still being made, and the
    // files of a form received whole are wanted until it is answered.
    void Promise.allSettled([answered, received]).then(() => removeFolder(directory, options));
    return received;
  };
}

interface Form {
  request: Request;
  response: Response;
  fileFields: FileFields;
  onFile: () => Promise<void>;
}

async function removeFolder(directory: string, { logger }: { logger: Logger }): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    logger.error({ err: error, directory }, 'could not remove uploaded files');
  }
}

async function receive(directory: string, form: Form): Promise<ParsedBody> {
  const { request, fileFields } = form;
  try {
    await mkdir(directory, { recursive: true });
    refuseWhenCutOff(request);
    await parse(directory, form);
  } catch (error) {
    throw toFormRefusal(error, fileFields);
  }
  const files = collectFiles(request, fileFields);
  return { fields: { ...(request.body as object | undefined) }, files };
}

/** A request that is gone already never ends for a parser that begins to listen only now. */
function refuseWhenCutOff(request: Request): void {
  if (request.destroyed) throw new AppError('malformed_body', 'The form was cut off.');
}

function parse(directory: string, { request, response, fileFields, onFile }: Form): Promise<void> {
  const fields = Object.entries(fileFields);
  const filesMax = fields.reduce((sum, [, field]) => sum + field.maxCount, 0);
  const storage = multer.diskStorage({
    destination: (_request, _file, done) => done(null, directory),
    filename: (_request, _file, done) => done(null, newId()),
  });
  let asked: Promise<void> | undefined;
  const parser = multer({
    storage,
    fileFilter: (_request, _file, done) => {
      asked ??= onFile();
      asked.then(() => done(null, true), done);
    },
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
  return new Promise((resolve, reject) => {
    parser(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else if (error instanceof Error) reject(error);
      else reject(new Error('The form could not be received.', { cause: error }));
    });
  });
}

function collectFiles(request: Request, fileFields: FileFields): Record<string, UploadedFile[]> {
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
  if (file.size > field.maxBytes) throw fileTooLarge(file.originalname, field.maxBytes);
  return { path: file.path, originalName: file.originalname, bytes: file.size };
}
