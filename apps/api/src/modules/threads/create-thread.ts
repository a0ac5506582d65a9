import { listHashtags, listMentions } from '@skein/contracts/text';
import type { ReplyPermission } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { ValidationError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { isOutage } from '../../shared/outages.ts';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import { insertThread } from './threads.repository.ts';
import type { NewThread } from './threads.repository.ts';
import type { ThreadRow } from './threads.rows.ts';

export interface ThreadInput {
  content: string;
  /** One a file, in the files' order; '' for none. */
  altText: string[];
  replyPermission: ReplyPermission;
}

interface Dependencies {
  database: Database;
  media: Pick<MediaModule, 'prepareAll' | 'insert' | 'discard'>;
}

/**
 * Publishes a thread. Files are made ready first, outside any transaction; whatever fails, neither
 * a row nor a file stays behind.
 * @throws ValidationError when there is neither text nor a file, or a file is refused
 */
export async function createThread(
  { database, media }: Dependencies,
  viewer: Viewer,
  input: ThreadInput,
  files: readonly UploadedFile[],
): Promise<ThreadRow> {
  if (input.content === '' && files.length === 0) {
    throw new ValidationError([{ path: 'content', message: 'Write something or add a file.' }]);
  }
  const thread: NewThread = {
    id: newId(),
    authorId: viewer.userId,
    content: input.content,
    replyPermission: input.replyPermission,
    hashtags: listHashtags(input.content),
    mentions: listMentions(input.content),
  };
  if (files.length === 0) return insertThread(database, thread);
  const prepared = await media.prepareAll(files, viewer.userId);
  const items = prepared.map((file, index) => {
    const altText = input.altText[index] ?? '';
    return { prepared: file, altText: altText === '' ? null : altText };
  });
  try {
    const row = await database.$transaction(async (tx) => {
      const inserted = await insertThread(tx, thread);
      await media.insert(tx, { threadId: thread.id, items });
      return inserted;
    });
    return { ...row, media: items.map((item) => ({ ...item.prepared, altText: item.altText })) };
  } catch (error) {
    // Where the connection was lost at the end, the thread may be there and need its files; if it
    // is not, the sweep has them.
    if (!isOutage(error)) await media.discard(prepared);
    throw error;
  }
}
