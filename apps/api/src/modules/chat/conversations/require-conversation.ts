import type { Database } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import { findConversation } from './conversation.queries.ts';
import type { ViewedConversation } from './conversation.queries.ts';
import { canRead } from './permission.policy.ts';

/**
 * The conversation with this id, or with the user of this id. Null when the viewer is not a member, and may not know
 * of the user.
 */
export async function findReadable(
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<ViewedConversation | null> {
  const conversation = isId(id) ? await findConversation(database, viewer.userId, id) : null;
  return conversation !== null && canRead(conversation) ? conversation : null;
}

/** @throws NotFoundError when `findReadable` returns null */
export async function requireConversation(
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<ViewedConversation> {
  const conversation = await findReadable(database, viewer, id);
  if (conversation === null) throw userNotFound();
  return conversation;
}
