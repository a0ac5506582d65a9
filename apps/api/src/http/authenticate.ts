import type { Request } from 'express';
import { UnauthenticatedError } from '../shared/errors.ts';
import type { Viewer } from '../shared/viewer.ts';

/**
 * Whose session an access token belongs to.
 * @throws UnauthenticatedError for a token that is no longer, or never was, good.
 */
export type ResolveViewer = (token: string) => Promise<Viewer>;

const bearer = /^Bearer ([\w.~+/=-]{1,4096})$/i;

/** The access token of the `Authorization` header. The stream's cookie never counts here. */
export function requireBearerToken(request: Request): string {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new UnauthenticatedError();
  return token;
}
