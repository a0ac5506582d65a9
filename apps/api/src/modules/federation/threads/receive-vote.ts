import type { EngagementModule } from '../../engagement/index.ts';
import { createRecord } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import type { ThreadFetching } from './fetch-threads.ts';
import { parseVote } from './parse-note.ts';

interface Dependencies extends Pick<ThreadFetching, 'database' | 'clock' | 'addresses'> {
  engagement: Pick<EngagementModule, 'addRemoteVote'>;
}

/**
 * Counts a vote in a poll of this server. Votes in other polls have no effect.
 * @returns false for a thread
 * @throws AlreadyReceived
 */
export async function receiveVote(
  deps: Dependencies,
  { activity, document, senderId, receivedAt }: Received,
): Promise<boolean> {
  const vote = parseVote(document['object']);
  if (vote === null) return false;
  const threadId = deps.addresses.parseObject(vote.pollUri);
  if (threadId === null || vote.voterUri !== activity.actorId?.href) return true;
  await deps.database.$transaction(async (tx) => {
    await createRecord(deps, activity)(tx);
    const { option } = vote;
    await deps.engagement.addRemoteVote(tx, { voterId: senderId, threadId, option, receivedAt });
  });
  return true;
}
