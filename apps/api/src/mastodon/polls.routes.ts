import { z } from 'zod';
import { defineAppRoute } from '../http/mastodon/mastodon-route.ts';
import type { BindAppRoute } from '../http/mastodon/bind-mastodon.ts';
import { threadNotFound } from '../modules/threads/index.ts';
import { unsupported } from './pagination.ts';
import type { MastodonServices } from './services.ts';
import { toPoll } from './status.serializer.ts';
import { getThread } from './get-thread.ts';

const get = defineAppRoute({
  id: 'mastodon.getPoll',
  method: 'GET',
  path: '/v1/polls/{id}',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
});

const vote = defineAppRoute({
  id: 'mastodon.votePoll',
  method: 'POST',
  path: '/v1/polls/{id}/votes',
  auth: 'bearer',
  scope: 'write:statuses',
  fields: z.object({ choices: z.array(z.coerce.number().int()).min(1) }),
  takesIdempotencyKey: true,
});

/** The id of a poll is that of its thread. */
export function pollsRoutes(bindApp: BindAppRoute, services: MastodonServices): void {
  bindApp(get, async ({ viewer, params }) => {
    const { id, poll } = await getThread(services, viewer, params['id']);
    if (poll === null) throw threadNotFound();
    return toPoll(poll, id);
  });
  bindApp(vote, async ({ viewer, params, fields, idempotency }) => {
    const { id, poll } = await getThread(services, viewer, params['id']);
    if (poll === null) throw threadNotFound();
    const optionIds = fields.choices.map((choice) => {
      const option = poll.options[choice];
      if (option === undefined) throw unsupported('choices', "The poll doesn't have this option.");
      return option.id;
    });
    const { poll: voted } = await services.engagement.vote(viewer, idempotency, id, [
      ...new Set(optionIds),
    ]);
    return toPoll(voted, id);
  });
}
