import type { AdminThread } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import { threadNotFound } from '../../threads/index.ts';
import { findThread } from '../settings/stats.queries.ts';

/** @throws NotFoundError */
export async function getThread(database: Database, threadId: string): Promise<AdminThread> {
  const thread = isId(threadId) ? await findThread(database, threadId) : null;
  if (thread === null) throw threadNotFound();
  return thread;
}
