import type { FileField } from '@skein/contracts/http';
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError } from '../../platform/errors.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Logger } from '../../platform/logger.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ParsedBody } from '../routes/read-body.ts';
import { fileTooLarge, toFormError } from './form-errors.ts';
import { createUploadAdmission, fieldMaxBytes, fieldsMax } from './upload-admission.ts';
import type { AdmitUpload, FileFields, UploadTicket } from './upload-admission.ts';
import type { UploadQuota } from '../../platform/upload-quota.ts';
import { createUploadStorage } from './upload-storage.ts';
import type { UploadStorage } from './upload-storage.ts';

/** The sender of a form. */
export interface Sender {
  viewer: Viewer | undefined;
  /** Resolves when the files are needed no longer. */
  handled: Promise<void>;
  /** Counts the upload against the sender's rate limit; rejects when it is exceeded. */
  countUpload: () => Promise<void>;
  /** The maximum depth of field names such as `poll[options][]`; 0 by default. */
  nestingDepth?: number;
}

export type ReceiveForm = (
  request: Request,
  response: Response,
  files: FileFields,
  sender: Sender,
) => Promise<ParsedBody>;

interface FormReceiverOptions {
  directory: string;
  /** The disk that contains `directory`. */
  diskSpace: DiskSpace;
  quota: UploadQuota;
  logger: Logger;
}

/**
 * Receives multipart bodies. Each request stores its files in its own subdirectory of `directory`,
 * which is deleted when the request was handled.
 * @throws AppError for a form that is malformed, too large or aborted; InsufficientStorageError when
 *   the disk is full
 */
export function createFormReceiver(options: FormReceiverOptions): ReceiveForm {
  const admit = createUploadAdmission(options);
  return async (request, response, fileFields, sender) => {
    rejectIfAborted(request);
    const form = openForm({ request, response, fileFields }, sender, admit, options);
    const received = receive(form);
    // The slot is free before the client gets the response, so that its next form is not rejected.
    void Promise.allSettled([sender.handled, received]).then(() => closeForm(form, options.logger));
    return received;
  };
}

interface Form {
  request: Request;
  response: Response;
  fileFields: FileFields;
  ticket: UploadTicket;
  storage: UploadStorage;
  nestingDepth: number;
}

function openForm(
  exchange: Pick<Form, 'request' | 'response' | 'fileFields'>,
  sender: Sender,
  admit: AdmitUpload,
  options: FormReceiverOptions,
): Form {
  const { request, fileFields } = exchange;
  const ticket = admit({ request, fileFields, ...sender });
  const { directory: parentDirectory, diskSpace } = options;
  const countBytes = (bytes: number) => ticket.countBytes(bytes);
  const storage = createUploadStorage({ parentDirectory, diskSpace, countBytes });
  return { ...exchange, ticket, storage, nestingDepth: sender.nestingDepth ?? 0 };
}

async function closeForm({ ticket, storage }: Form, logger: Logger): Promise<void> {
  await ticket.release();
  try {
    await storage.removeFiles();
  } catch (error) {
    logger.error({ err: error }, 'could not remove uploaded files');
  }
}

async function receive(form: Form): Promise<ParsedBody> {
  const { request, fileFields } = form;
  await form.ticket.begin();
  rejectIfAborted(request);
  await parse(form);
  const files = collectFiles(request, fileFields);
  return { fields: { ...(request.body as object | undefined) }, files };
}

/** A parser attached after the request was destroyed would never finish. */
function rejectIfAborted(request: Request): void {
  if (request.destroyed) throw new AppError('malformed_body', 'error.formCutOff');
}

function parse(form: Form): Promise<void> {
  const { request, response, fileFields, ticket, storage } = form;
  // Keeps errors of the admission, such as a database outage, apart from errors of the form.
  let admissionError: unknown;
  const fields = Object.entries(fileFields);
  const filesMax = fields.reduce((sum, [, field]) => sum + field.maxCount, 0);
  const parser = multer({
    storage,
    fileFilter: (_request, _file, done) => {
      ticket.admitFiles().then(
        () => done(null, true),
        (error: unknown) => {
          admissionError = error;
          done(new Error('The form is not admitted.', { cause: error }));
        },
      );
    },
    defParamCharset: 'utf8',
    limits: {
      fieldNameSize: 100,
      fieldSize: fieldMaxBytes,
      fields: fieldsMax,
      fileSize: Math.max(0, ...fields.map(([, field]) => field.maxBytes)),
      // Accepts one file more than allowed, so that the error can name its field.
      files: filesMax + 1,
      parts: fieldsMax + filesMax + 1,
      headerPairs: 20,
      fieldNestingDepth: form.nestingDepth,
    },
  }).fields(fields.map(([name, field]) => ({ name, maxCount: field.maxCount })));
  return new Promise((resolve, reject) => {
    parser(request, response, (error: unknown) => {
      if (error === undefined || error === null) {
        resolve();
        return;
      }
      const reason = admissionError ?? toFormError(error, fileFields);
      const message = 'The form could not be received.';
      reject(reason instanceof Error ? reason : new Error(message, { cause: reason }));
    });
  });
}

function collectFiles(request: Request, fileFields: FileFields): Record<string, UploadedFile[]> {
  // `fields()` sets a record of arrays, or nothing without files.
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
