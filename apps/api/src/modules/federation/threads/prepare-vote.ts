import type { Transaction } from '@skein/db';
import { activityStreams } from '../../../platform/activity-streams.ts';
import { dateOfId } from '../../../platform/ids.ts';
import type { DocumentDependencies } from '../actors/documents.ts';
import { toPrepared } from '../delivery/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../delivery/prepared-activity.ts';
import { findChosenOption } from './votes.queries.ts';

/** A note with the name of an option, which is never shown. */
export async function prepareVote(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, actorId, reference, objectInbox, objectUri: to }: FederationEvent,
): Promise<PreparedActivity | null> {
  const [threadId = '', optionId = ''] = reference?.split('/') ?? [];
  const option = await findChosenOption(tx, { actorId, threadId, optionId });
  if (option === null || objectInbox === null) return null;
  const actor = addresses.actor(actorId);
  const voteId = `${actor}#votes/${optionId}`;
  const published = dateOfId(id).toISOString();
  const activity = {
    '@context': activityStreams,
    id: `${voteId}/activity`,
    type: 'Create',
    actor,
    to,
    published,
    object: {
      id: voteId,
      type: 'Note',
      name: option.text,
      attributedTo: actor,
      inReplyTo: option.pollUri,
      to,
      published,
    },
  };
  return toPrepared(activity, [objectInbox]);
}
