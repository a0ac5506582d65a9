import type { EndpointDefinition, FileField } from '@skein/contracts/http';
import { jsonBodyMaxBytes } from '@skein/contracts/limits';
import express from 'express';
import type { Request, Response } from 'express';
import { AppError, PayloadTooLargeError, UnsupportedMediaError } from '../../platform/errors.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';

export interface ParsedBody {
  fields: unknown;
  files: Record<string, UploadedFile[]>;
}

const parseJson = express.json({ limit: jsonBodyMaxBytes });

/**
 * Reads the body that the route declares. A form may also come as JSON, without files.
 * Without any body the fields are an empty object, so that the schema names what is missing.
 */
export async function readBody(
  request: Request,
  response: Response,
  body: EndpointDefinition['body'],
  receiveForm: (files: Record<string, FileField>) => Promise<ParsedBody>,
): Promise<ParsedBody> {
  if (body === undefined || body.kind === 'none' || !hasBody(request)) {
    return { fields: {}, files: noFiles(body) };
  }
  if (body.kind === 'form' && request.is('multipart/form-data') !== false) {
    return receiveForm(body.files);
  }
  if (request.is('application/json') === false) {
    const expected = body.kind === 'form' ? 'multipart/form-data' : 'application/json';
    throw new UnsupportedMediaError(`Please send the body as ${expected}.`);
  }
  await runJsonParser(request, response);
  const fields: unknown = request.body;
  return { fields, files: noFiles(body) };
}

/** An empty list for each field that could hold files. */
function noFiles(body: EndpointDefinition['body']): Record<string, UploadedFile[]> {
  const names = body?.kind === 'form' ? Object.keys(body.files) : [];
  return Object.fromEntries(names.map((name) => [name, []]));
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0;
}

function runJsonParser(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parseJson(request, response, (error: unknown) => {
      if (error === undefined) resolve();
      else reject(toRefusal(error));
    });
  });
}

/**
 * body-parser's errors carry the status of the answer they call for; what kind of mistake it is,
 * only some of them say (a broken compression does not).
 */
function toRefusal(error: unknown): Error {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new PayloadTooLargeError('The request is too large.');
  if (status === 415) {
    return new UnsupportedMediaError('The body is encoded in a way that is not supported.');
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('malformed_body', 'The request body is not valid JSON.');
  }
  return error instanceof Error
    ? error
    : new Error('The body could not be read.', { cause: error });
}
