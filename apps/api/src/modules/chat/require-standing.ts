import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { canRead, refusalToWrite, requireOther } from './standing.policy.ts';
import { findStanding } from './standing.queries.ts';
import type { Standing } from './standing.queries.ts';

/** Null where the viewer neither knows of them nor has a conversation with them. */
export async function findReadable(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<Standing | null> {
  if (!isId(userId) || userId.toLowerCase() === viewer.userId) return null;
  const standing = await findStanding(database, viewer.userId, userId);
  return standing !== null && canRead(standing) ? standing : null;
}

/** @throws NotFoundError where `findReadable` gives null */
export async function requireReadable(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<Standing> {
  const standing = await findReadable(database, viewer, userId);
  if (standing === null) throw userNotFound();
  return standing;
}

/** @throws ValidationError for oneself, NotFoundError, ForbiddenError */
export async function requireWritable(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<Standing> {
  requireOther(viewer, 'userId', userId);
  const standing = isId(userId) ? await findStanding(database, viewer.userId, userId) : null;
  const refusal = refusalToWrite(standing);
  if (standing === null || refusal !== null) throw refusal ?? userNotFound();
  return standing;
}
