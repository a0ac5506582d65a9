import { ForbiddenError } from '../../../platform/errors.ts';
import type { Activity } from '../fedify.ts';
import { readEmbedded } from '../follows/receive-follow.ts';
import type { Addresses } from '../identity/addresses.ts';

/**
 * Direct messages of other servers are not supported. They are rejected, so that their authors learn it, instead of
 * becoming threads.
 * @throws ForbiddenError for a note to one local user
 */
export async function requireNoDirectMessage(
  { parseActor }: Addresses,
  activity: Activity,
): Promise<void> {
  const { Create } = await import('../fedify.ts');
  if (!(activity instanceof Create)) return;
  const object = await readEmbedded(activity);
  const recipients = new Set(
    [activity, object]
      .flatMap((each) =>
        each === null
          ? []
          : [each.toIds, each.ccIds, each.btoIds, each.bccIds, each.audienceIds].flat(),
      )
      .map(({ href }) => href),
  );
  recipients.delete(activity.actorId?.href ?? '');
  const [recipient] = recipients;
  // A vote has a name and no content.
  const isVote = object !== null && object.name !== null && object.content === null;
  if (recipients.size !== 1 || parseActor(recipient) === null || isVote) return;
  throw new ForbiddenError('error.directMessages');
}
