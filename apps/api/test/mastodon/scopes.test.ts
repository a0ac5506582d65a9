import type { RoutePolicy } from '@skein/contracts/http';
import { includesScope, scopes } from '@skein/contracts/scopes';
import * as chat from '@skein/contracts/chat';
import * as engagement from '@skein/contracts/engagement';
import * as moderation from '@skein/contracts/moderation';
import * as relationships from '@skein/contracts/relationships';
import * as threads from '@skein/contracts/threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { listMastodonRoutes } from './routes.ts';

let api: TestApi;

beforeAll(async () => {
  // One user requests every route with every scope.
  api = await startTestApi({ limits: 'off' });
});

afterAll(() => api.close());

it('every route of the Mastodon API accepts only tokens that include its scope', async () => {
  const user = await createUser(api);
  const routes = listMastodonRoutes(api.services).filter(({ auth }) => auth !== 'none');
  expect(routes.length).toBeGreaterThan(50);
  const unexpected: string[] = [];
  for (const granted of scopes) {
    const { auth } = await signInWithApp(api, user, granted);
    for (const { method, path, scope = '' } of routes) {
      const response = await fetch(
        `http://127.0.0.1:${api.port}/api${path.replaceAll(/\{\w+\}/g, newId())}`,
        { method, headers: auth },
      );
      await response.arrayBuffer();
      const isPermitted = response.status !== 403;
      if (isPermitted !== includesScope([granted], scope)) {
        unexpected.push(`${granted}: ${method} ${path} ${response.status}`);
      }
      if (response.status >= 500) unexpected.push(`${method} ${path} ${response.status}`);
    }
  }
  expect(unexpected).toEqual([]);
}, 120_000);

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
