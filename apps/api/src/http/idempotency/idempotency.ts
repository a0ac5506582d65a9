import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { EndpointDefinition } from '@skein/contracts/http';
import { idempotencyKeyMaxLength } from '@skein/contracts/limits';
import type { Request } from 'express';
import { AppError, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';

export const idempotencyHeader = 'Idempotency-Key';

/** What a creating request is to make, so that sending it again makes nothing new. */
export interface Idempotency {
  /** To be the primary key of what is made: whoever sends the same again makes the same. */
  id: string;
  /**
   * `first`: nobody tried before. `retry`: it was sent before, and how that ended is not known.
   * `completed`: it was sent before and succeeded; if what it made is not there, it is gone since.
   */
  attempt: 'first' | 'retry' | 'completed';
}

/** A request that carried a key, as it is remembered. */
export interface KeyedRequest {
  userId: string;
  key: string;
  /** The same for the same request alone, files included. */
  fingerprint: Buffer;
}

export interface IdempotencyKeys {
  /** @throws ConflictError when the key came with another request before */
  claim(request: KeyedRequest): Promise<Idempotency>;
  complete(request: KeyedRequest, idempotency: Idempotency): Promise<void>;
  /** Forgets a request that made nothing: its key is free for a corrected one. */
  release(request: KeyedRequest, idempotency: Idempotency): Promise<void>;
}

/** Everything of a request that makes it the same as another. */
interface RequestContent {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile[]>;
}

/** @throws ValidationError for a key that is blank or too long */
export async function readKeyedRequest(
  request: Request,
  route: EndpointDefinition,
  viewer: Viewer,
  content: RequestContent,
): Promise<KeyedRequest | null> {
  const key = request.get(idempotencyHeader)?.trim();
  if (key === undefined) return null;
  if (key === '' || key.length > idempotencyKeyMaxLength) {
    const message = `The ${idempotencyHeader} must have 1 to ${idempotencyKeyMaxLength} characters.`;
    throw new ValidationError([{ path: idempotencyHeader, message }]);
  }
  const fingerprint = await fingerprintOf(route, content);
  return { userId: viewer.userId, key, fingerprint };
}

async function fingerprintOf(
  route: EndpointDefinition,
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

/**
 * Does the work of a creating request once, however often it is sent with the same key. Without a
 * key each request stands for itself.
 */
export async function runIdempotently<Answer>(
  claims: IdempotencyKeys,
  keyed: KeyedRequest | null,
  work: (idempotency: Idempotency) => Promise<Answer>,
): Promise<Answer> {
  if (keyed === null) return work({ id: newId(), attempt: 'first' });
  const idempotency = await claims.claim(keyed);
  let answer: Answer;
  try {
    answer = await work(idempotency);
  } catch (error) {
    // After anything but a refusal it may yet have been made: the claim stays for the next attempt.
    const isRefusal = error instanceof AppError && error.status < 500;
    if (isRefusal && idempotency.attempt === 'first') await claims.release(keyed, idempotency);
    throw error;
  }
  if (idempotency.attempt !== 'completed') await claims.complete(keyed, idempotency);
  return answer;
}
