import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { runSequentially } from '../engagement/toggle-mutation.ts';
import { trackPendingChanges } from './pending-changes.ts';

it('reports mutations that were pending or started later', async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const underWay = runSequentially(client, 'under-way', () => promise);
  const wasChanged = trackPendingChanges(client);
  await runSequentially(client, 'later', () => Promise.resolve());
  resolve(undefined);
  await underWay;
  expect(['under-way', 'later', 'other'].map((id) => wasChanged(id))).toEqual([true, true, false]);
  client.clear();
});
