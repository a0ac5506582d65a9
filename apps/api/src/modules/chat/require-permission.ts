import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { canRead } from './permission.policy.ts';
import { findPermission } from './permission.queries.ts';
import type { ChatPermission } from './permission.queries.ts';

/** Null when the viewer may not know of the user and has no conversation with them. */
export async function findReadable(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<ChatPermission | null> {
  if (!isId(userId) || userId.toLowerCase() === viewer.userId) return null;
  const permission = await findPermission(database, viewer.userId, userId);
  return permission !== null && canRead(permission) ? permission : null;
}

/** @throws NotFoundError when `findReadable` returns null */
export async function requireVisibleAuthor(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<ChatPermission> {
  const permission = await findReadable(database, viewer, userId);
  if (permission === null) throw userNotFound();
  return permission;
}
