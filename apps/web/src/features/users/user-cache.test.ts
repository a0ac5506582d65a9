import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { aFollowRequest, aListedUser } from '../../testing/users.ts';
import { patchUser, userKeys } from './user-cache.ts';

it('patches a user in every cached response and leaves the others unchanged', () => {
  const client = new QueryClient();
  const [ada, grace] = [aListedUser({ name: 'Ada' }), aListedUser({ name: 'Grace' })];
  const requests = [aFollowRequest({ requester: ada }), aFollowRequest({ requester: grace })];
  client.setQueryData(userKeys.suggested, [ada, grace]);
  client.setQueryData(userKeys.requests, requests);
  client.setQueryData([...userKeys.all, 'list'], { pages: [{ content: [grace] }] });
  const untouched = client.getQueryData([...userKeys.all, 'list']);

  patchUser(client, ada.id, { isFollowing: true });

  const followed = { ...ada, isFollowing: true };
  expect(client.getQueryData(userKeys.suggested)).toEqual([followed, grace]);
  expect(client.getQueryData(userKeys.requests)).toEqual([
    { ...requests[0], requester: followed },
    requests[1],
  ]);
  expect(client.getQueryData([...userKeys.all, 'list'])).toBe(untouched);
});
