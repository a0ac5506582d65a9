import { notesMax } from '@skein/contracts/relationships';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { BlocksRepository } from './blocks.repository.ts';
import { requireOtherUser } from './follow-user.ts';
import { deleteNote, selectNotes, upsertNote } from './notes.repository.ts';

interface Dependencies {
  blocks: Pick<BlocksRepository, 'canSeeProfile'>;
  database: Database;
}

/** Private notes about users, which only their author sees. */
export function createNotes(database: Database, blocks: Dependencies['blocks']) {
  return {
    saveNote: (viewer: Viewer, userId: string, text: string) =>
      saveNote({ database, blocks }, viewer, userId, text),
    /** Returns the viewer's notes, by the ids of the users. */
    listNotes: (viewer: Viewer, userIds: readonly string[]) =>
      selectNotes(database, viewer.userId, userIds),
  };
}

/**
 * Saves the viewer's private note about a user. An empty text deletes it, also if the user is hidden.
 * @returns the note
 * @throws ValidationError for the viewer's own id; NotFoundError; ConflictError beyond the limit
 */
async function saveNote(
  { database, blocks }: Dependencies,
  viewer: Viewer,
  userId: string,
  text: string,
): Promise<string | null> {
  requireOtherUser(viewer, userId, 'error.noteSelf');
  const pair = { authorId: viewer.userId, userId };
  if (text === '') {
    const isRemoved = await deleteNote(database, pair);
    if (!isRemoved && !(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
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
