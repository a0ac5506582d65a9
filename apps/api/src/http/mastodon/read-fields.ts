import { jsonBodyMaxBytes } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import {
  AppError,
  PayloadTooLargeError,
  UnsupportedMediaError,
  ValidationError,
} from '../../platform/errors.ts';
import { requireShallow } from '../routes/read-body.ts';

const fieldsMax = 200;

const parsers: readonly RequestHandler[] = [
  express.json({ limit: jsonBodyMaxBytes }),
  // Names with more than 32 levels, the default, are rejected.
  express.urlencoded({ extended: true, limit: jsonBodyMaxBytes, parameterLimit: fieldsMax }),
  multer({
    limits: { fields: fieldsMax, fieldSize: jsonBodyMaxBytes, files: 0, fieldNestingDepth: 3 },
  }).none(),
];

const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Reads the fields of a body without files: JSON, or a form with nested names such as
 * `poll[options][]`. Clients send any of them.
 */
export async function readFields(request: Request, response: Response): Promise<unknown> {
  // Null without a body; an empty one needs no type.
  const type = request.is(types);
  if (type === null || request.headers['content-length'] === '0') return {};
  if (type === false)
    throw new UnsupportedMediaError(withValues('error.bodyType', { type: 'application/json' }));
  for (const parser of parsers) await run(parser, request, response);
  const fields: unknown = request.body;
  requireShallow(fields);
  return isFields(fields) ? { ...fields } : fields;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function run(parser: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(toBodyError(error));
    });
  });
}

function toBodyError(error: unknown): AppError {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return status === 413
    ? new PayloadTooLargeError('error.requestTooLarge')
    : new AppError('malformed_body', 'error.formUnreadable', { cause: error });
}

/** The query as clients send it: `types[]=a` is a list, also with one value. */
export function readQuery(query: Request['query']): Record<string, unknown> {
  const entries = Object.entries(query).map(([name, value]): [string, unknown] =>
    name.endsWith('[]')
      ? [name.slice(0, -2), Array.isArray(value) ? value : [value]]
      : [name, Array.isArray(value) ? value.at(-1) : value],
  );
  return Object.fromEntries<unknown>(entries);
}

/**
 * PostgreSQL stores no NUL character, and compares no text with one.
 * @throws ValidationError
 */
export function requireStorableText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) {
      throw new ValidationError([{ path: '', message: 'error.invalidCharacter' }]);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      requireStorableText(name);
      requireStorableText(part);
    }
  }
}
