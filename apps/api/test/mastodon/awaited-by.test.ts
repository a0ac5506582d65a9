import type { RoutePolicy } from '@skein/contracts/http';
import * as chat from '@skein/contracts/chat';
import * as engagement from '@skein/contracts/engagement';
import * as moderation from '@skein/contracts/moderation';
import * as relationships from '@skein/contracts/relationships';
import * as threads from '@skein/contracts/threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { listMastodonRoutes } from './routes.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

it('replicas wait for frequent writes of clients as they do for writes of the web app', () => {
  const counterparts = {
    favouriteStatus: engagement.likeThread,
    unfavouriteStatus: engagement.likeThread,
    reblogStatus: engagement.repostThread,
    unreblogStatus: engagement.repostThread,
    bookmarkStatus: engagement.bookmarkThread,
    unbookmarkStatus: engagement.bookmarkThread,
    muteStatus: engagement.muteThread,
    votePoll: engagement.votePoll,
    createStatus: threads.createThread,
    editStatus: threads.editThread,
    deleteStatus: threads.deleteThread,
    'uploadMedia.v2': threads.uploadMedia,
    followAccount: relationships.followUser,
    unfollowAccount: relationships.unfollowUser,
    blockAccount: relationships.blockUser,
    readConversation: chat.markMessagesRead,
    createReport: moderation.createReport,
  };
  const routes = new Map(listMastodonRoutes(api.services).map((route) => [route.id, route]));
  for (const [name, { awaitedBy }] of Object.entries<RoutePolicy>(counterparts)) {
    expect([name, routes.get(`mastodon.${name}`)?.awaitedBy]).toEqual([name, awaitedBy]);
  }
});
