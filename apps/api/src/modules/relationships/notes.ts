import { notesMax } from '@skein/contracts/relationships';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { requireOtherUser } from './follow-user.ts';
import { isProfileVisible } from './follows.repository.ts';
import { deleteNote, upsertNote } from './notes.repository.ts';

/**
 * Saves the viewer's private note about a user. An empty text deletes it, also if the user is hidden.
 * @returns the note
 * @throws ValidationError for the viewer's own id; NotFoundError; ConflictError beyond the limit
 */
export async function saveNote(
  database: Database,
  viewer: Viewer,
  userId: string,
  text: string,
): Promise<string | null> {
  requireOtherUser(viewer, userId, 'error.noteSelf');
  const pair = { authorId: viewer.userId, userId };
  if (text === '') {
    const isRemoved = await deleteNote(database, pair);
    if (!isRemoved && !(await isProfileVisible(database, viewer.userId, userId)))
      throw userNotFound();
    return null;
  }
  const result = await upsertNote(database, pair, text);
  if (result === 'hidden') throw userNotFound();
  if (result === 'full') {
    const max = notesMax.toLocaleString('en-US');
    throw new ConflictError('conflict', withValues('error.notesMax', { max }));
  }
  return text;
}
