import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { threadNotFound } from '../../modules/threads/index.ts';
import { unsupported } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { toPoll } from './status.serializer.ts';
import { getThread } from './get-thread.ts';

const get = defineMastodonRoute({
  id: 'mastodon.getPoll',
  method: 'GET',
  path: '/v1/polls/{id}',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
});

const vote = defineMastodonRoute({
  id: 'mastodon.votePoll',
  method: 'POST',
  path: '/v1/polls/{id}/votes',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  fields: z.object({ choices: z.array(z.coerce.number().int()).min(1) }),
  fieldNames: { optionIds: 'choices' },
  takesIdempotencyKey: true,
});

/** The id of a poll is that of its thread. */
export function pollsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  bindMastodon(get, async ({ viewer, params }) => {
    const { id } = await getThread(services, viewer, params['id']);
    const thread = await services.threads.open(viewer, id);
    if (thread.poll === null) throw threadNotFound();
    return toPoll(thread.poll, thread, toContext(services.settings));
  });
  bindMastodon(vote, async ({ viewer, params, fields, idempotency }) => {
    const thread = await getThread(services, viewer, params['id']);
    const { id, poll } = thread;
    if (poll === null) throw threadNotFound();
    const optionIds = fields.choices.map((choice) => {
      const option = poll.options[choice];
      if (option === undefined) throw unsupported('choices', 'error.app.pollOption');
      return option.id;
    });
    const { poll: voted } = await services.engagement.vote(viewer, idempotency, id, [
      ...new Set(optionIds),
    ]);
    return toPoll(voted, thread, toContext(services.settings));
  });
}
