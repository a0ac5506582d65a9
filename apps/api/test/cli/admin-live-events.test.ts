import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Signal } from '../../src/platform/events/bus.ts';
import { createChatClient } from '../chat/support.ts';
import { listen } from '../realtime/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import { runOperation } from './run-operation.ts';

let api: TestApi;
let dataDirectory: string;

beforeAll(async () => {
  api = await startTestApi({ settings: { relay: { kind: 'postgres' } } });
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-admin-'));
});

afterAll(async () => {
  await api.close();
  await rm(dataDirectory, { recursive: true });
});

it('ends the streams of an account that is deleted on the command line, and updates the screens of others', async () => {
  const [user, member] = [await createUser(api), await createUser(api)];
  const group = await createChatClient(api).createGroup(member, [user]);
  const thread = await publish(api, user, { fields: { content: 'Mine' } });
  const [own, other] = [await listen(api, user), await listen(api, member)];
  const signals: Signal[] = [];
  const onSignal = (signal: Signal) => void signals.push(signal);
  const unsubscribe = api.services.bus.subscribe({ onSignal, onGapEnded: () => undefined });
  const before = other.getData('conversation').length;

  const result = await runOperation(['admin', 'delete-user', user.username], {
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: dataDirectory,
  });

  expect(result).toEqual({ code: 0, output: `Deleted the account @${user.username}.`, errors: '' });
  await own.untilClosed();
  const updates = await other.until('conversation', before + 1);
  expect(updates.at(-1)).toMatchObject({ conversationId: group.id });
  await vi.waitFor(
    () =>
      expect(signals).toContainEqual(
        expect.objectContaining({ kind: 'thread', change: 'deleted', threadId: thread.id }),
      ),
    { timeout: 20_000 },
  );
  unsubscribe();
});
