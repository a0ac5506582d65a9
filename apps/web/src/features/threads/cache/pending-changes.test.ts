import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { runInTurn } from '../engagement/toggle-mutation.ts';
import { watchChanges } from './pending-changes.ts';

it('tells of changes that were under way or came later', async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const underWay = runInTurn(client, 'under-way', () => promise);
  const wasChanged = watchChanges(client);
  await runInTurn(client, 'later', () => Promise.resolve());
  resolve(undefined);
  await underWay;
  expect(['under-way', 'later', 'other'].map((id) => wasChanged(id))).toEqual([true, true, false]);
  client.clear();
});
