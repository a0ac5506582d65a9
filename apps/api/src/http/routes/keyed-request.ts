import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { idempotencyHeader } from '@skein/contracts/http';
import type { RoutePolicy } from '@skein/contracts/http';
import { idempotencyKeyMaxLength } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import type { Request } from 'express';
import { ValidationError } from '../../platform/errors.ts';
import type { KeyedRequest } from '../../platform/idempotency/idempotency.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** The parts of a request that are compared with an earlier one. */
interface RequestContent {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile[]>;
}

/** @throws ValidationError for a key that is blank or too long */
export async function readKeyedRequest(
  request: Request,
  route: RoutePolicy,
  viewer: Viewer,
  content: RequestContent,
): Promise<KeyedRequest | null> {
  const key = request.get(idempotencyHeader)?.trim();
  if (key === undefined) return null;
  if (key === '' || key.length > idempotencyKeyMaxLength) {
    const message = withValues('error.idempotencyKeyLength', {
      header: idempotencyHeader,
      max: idempotencyKeyMaxLength,
    });
    throw new ValidationError([{ path: idempotencyHeader, message }]);
  }
  const fingerprint = await createFingerprint(route, content);
  return { userId: viewer.userId, key, fingerprint };
}

async function createFingerprint(
  route: RoutePolicy,
  { params, query, body, files }: RequestContent,
): Promise<Buffer> {
  const digests: [string, string, string][] = [];
  for (const [field, uploads] of Object.entries(files)) {
    for (const upload of uploads) digests.push([field, upload.originalName, await digest(upload)]);
  }
  const content = JSON.stringify([route.method, route.path, params, query, body, digests]);
  return createHash('sha256').update(content).digest();
}

async function digest(upload: UploadedFile): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(upload.path), hash);
  return hash.digest('hex');
}
