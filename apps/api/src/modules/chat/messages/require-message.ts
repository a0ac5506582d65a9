import type { Database } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { messageNotFound } from '../conversations/permission.policy.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { findMessage } from './messages.repository.ts';

/** @throws NotFoundError for a message that the viewer does not see */
export async function requireMessage(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<MessageRow> {
  const message = isId(messageId) ? await findMessage(database, viewer.userId, messageId) : null;
  if (message === null) throw messageNotFound();
  return message;
}
