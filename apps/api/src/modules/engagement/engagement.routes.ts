import {
  bookmarkThread,
  likeThread,
  listThreadLikes,
  listThreadReactions,
  listThreadReposts,
  muteThread,
  reactToThread,
  repostThread,
  unmuteThread,
  votePoll,
} from '@skein/contracts/engagement';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { EngagementModule } from './engagement.module.ts';

export function engagementRoutes(bind: BindRoute, engagement: EngagementModule): void {
  bind(likeThread, ({ viewer, params, body }) => engagement.like(viewer, params.threadId, body.on));
  bind(bookmarkThread, ({ viewer, params, body }) =>
    engagement.bookmark(viewer, params.threadId, body.on),
  );
  bind(repostThread, ({ viewer, idempotency, params, body }) =>
    engagement.repost(viewer, idempotency, params.threadId, body),
  );
  bind(reactToThread, ({ viewer, params, query, body }) =>
    engagement.react(viewer, params.threadId, query.reactionType, body.on),
  );
  bind(muteThread, async ({ viewer, params }) => {
    await engagement.setMuted(viewer, params.threadId, true);
    return {
      ...success('success.threadMuted'),
      isMuted: true as const,
    };
  });
  bind(unmuteThread, async ({ viewer, params }) => {
    await engagement.setMuted(viewer, params.threadId, false);
    return {
      ...success('success.threadUnmuted'),
      isMuted: false as const,
    };
  });
  bind(listThreadLikes, ({ viewer, params, query }) =>
    engagement.listLikes(viewer, params.threadId, query),
  );
  bind(listThreadReposts, ({ viewer, params, query }) =>
    engagement.listReposts(viewer, params.threadId, query),
  );
  bind(listThreadReactions, ({ viewer, params, query }) =>
    engagement.listReactions(viewer, params.threadId, query),
  );
  bind(votePoll, ({ viewer, idempotency, params, body }) =>
    engagement.vote(viewer, idempotency, params.threadId, body.optionIds),
  );
}
