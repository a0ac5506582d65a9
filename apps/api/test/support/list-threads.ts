import type { Database } from '@skein/db';

/** The threads of an author by level, with their files in order, polls and mentions. */
export async function listThreads(database: Database, authorId: string) {
  const threads = await database.thread.findMany({
    where: { authorId },
    orderBy: { level: 'asc' },
  });
  const where = { threadId: { in: threads.map(({ id }) => id) } };
  const [media, polls, mentions] = await Promise.all([
    database.media.findMany({ where, orderBy: { position: 'asc' } }),
    database.poll.findMany({ where }),
    database.threadMention.findMany({ where }),
  ]);
  return threads.map((thread) => ({
    ...thread,
    media: media.filter(({ threadId }) => threadId === thread.id),
    poll: polls.find(({ threadId }) => threadId === thread.id),
    mentions: mentions.filter(({ threadId }) => threadId === thread.id),
  }));
}
