import { isNestedTooDeeply } from '@skein/contracts/http';
import type { EndpointDefinition, FileField } from '@skein/contracts/http';
import { jsonBodyMaxBytes } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { AppError, PayloadTooLargeError, UnsupportedMediaError } from '../../platform/errors.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';

export interface ParsedBody {
  fields: unknown;
  files: Record<string, UploadedFile[]>;
}

const parseJson = express.json({ limit: jsonBodyMaxBytes });
const parseUrlEncoded = express.urlencoded({ extended: false, limit: jsonBodyMaxBytes });

/**
 * Reads the body that the route declares. A form without files may also be URL-encoded or sent as
 * JSON. Without a body, `fields` is an empty object, so that validation lists the missing fields.
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
  const isUrlEncoded = body.kind === 'form' && request.is('urlencoded') !== false;
  if (!isUrlEncoded && request.is('application/json') === false) {
    const expected = body.kind === 'form' ? 'multipart/form-data' : 'application/json';
    throw new UnsupportedMediaError(withValues('error.bodyType', { type: expected }));
  }
  await runParser(isUrlEncoded ? parseUrlEncoded : parseJson, request, response);
  const fields: unknown = request.body;
  requireShallow(fields);
  return { fields, files: noFiles(body) };
}

/**
 * Many functions on a value are recursive, and would exhaust the stack.
 * @throws AppError
 */
export function requireShallow(fields: unknown): void {
  if (isNestedTooDeeply(fields)) {
    throw new AppError('malformed_body', 'error.bodyNestedTooDeeply');
  }
}

/** An empty list for each file field of the form. */
function noFiles(body: EndpointDefinition['body']): Record<string, UploadedFile[]> {
  const names = body?.kind === 'form' ? Object.keys(body.files) : [];
  return Object.fromEntries(names.map((name) => [name, []]));
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0;
}

/** @throws UnsupportedMediaError; PayloadTooLargeError; AppError `malformed_body` */
export function runParser(
  parse: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> {
  return new Promise((resolve, reject) => {
    void parse(request, response, (error: unknown) => {
      if (error === undefined) resolve();
      else reject(toBodyError(error));
    });
  });
}

/**
 * Maps errors of body-parser by their status, because not all of them have a `type` (errors of
 * decompression have none).
 */
function toBodyError(error: unknown): Error {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new PayloadTooLargeError('error.requestTooLarge');
  if (status === 415) {
    return new UnsupportedMediaError('error.bodyEncoding');
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('malformed_body', 'error.bodyMalformed');
  }
  return error instanceof Error
    ? error
    : new Error('The body could not be read.', { cause: error });
}
