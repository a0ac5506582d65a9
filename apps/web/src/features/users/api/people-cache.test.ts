import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { aFollowRequest, aPerson } from '../../../testing/people.ts';
import { patchPerson } from './people-cache.ts';
import { peopleKeys } from './people-keys.ts';

it('changes a person in every answer that holds them, and nothing else', () => {
  const client = new QueryClient();
  const [ada, grace] = [aPerson({ name: 'Ada' }), aPerson({ name: 'Grace' })];
  const requests = [aFollowRequest({ requester: ada }), aFollowRequest({ requester: grace })];
  client.setQueryData(peopleKeys.suggested, [ada, grace]);
  client.setQueryData(peopleKeys.requests, requests);
  client.setQueryData([...peopleKeys.all, 'list'], { pages: [{ content: [grace] }] });
  const untouched = client.getQueryData([...peopleKeys.all, 'list']);

  patchPerson(client, ada.id, { isFollowing: true });

  const followed = { ...ada, isFollowing: true };
  expect(client.getQueryData(peopleKeys.suggested)).toEqual([followed, grace]);
  expect(client.getQueryData(peopleKeys.requests)).toEqual([
    { ...requests[0], requester: followed },
    requests[1],
  ]);
  expect(client.getQueryData([...peopleKeys.all, 'list'])).toBe(untouched);
});
