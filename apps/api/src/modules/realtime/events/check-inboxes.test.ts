import { expect, it, vi } from 'vitest';
import { createInboxChecks } from './check-inboxes.ts';

const connect = (userId: string, cursors: readonly number[]) => ({
  userId,
  streams: cursors.map((cursor) => ({ cursor })),
});

/** Checks of users whose inboxes end at the given positions. */
function startChecks(users: readonly ReturnType<typeof connect>[], ends: Record<string, number>) {
  const woken: string[] = [];
  const listBehind = vi.fn<
    (positions: readonly { userId: string; seq: number }[]) => Promise<string[]>
  >((positions) =>
    Promise.resolve(
      positions.flatMap(({ userId, seq }) => ((ends[userId] ?? 0) > seq ? [userId] : [])),
    ),
  );
  const checks = createInboxChecks({
    inbox: { listBehind },
    listAll: () => users,
    wake: ({ userId }) => void woken.push(userId),
    onError: (error) => {
      throw error;
    },
  });
  return { checks, listBehind, woken };
}

it('finds users with a stream that has not received their last message', async () => {
  const users = [connect('ada', [3, 2]), connect('ben', [3]), connect('cleo', [])];
  const { checks, woken } = startChecks(users, { ada: 3, ben: 3, cleo: 3 });
  await checks.checkAll();
  expect(woken).toEqual(['ada']);
});

it('checks users with a new stream once, for messages stored while it was opened', async () => {
  const ada = connect('ada', [1]);
  const { checks, woken, listBehind } = startChecks([ada, connect('ben', [1])], { ada: 2, ben: 2 });
  checks.addOpened(ada);
  checks.checkOpened();
  await vi.waitFor(() => expect(woken).toEqual(['ada']));
  checks.checkOpened();
  expect(listBehind).toHaveBeenCalledOnce();
});

it('checks at most 1,000 users per statement', async () => {
  const users = Array.from({ length: 2500 }, (_, index) => connect(String(index), [0]));
  const { checks, listBehind } = startChecks(users, {});
  await checks.checkAll();
  expect(listBehind.mock.calls.map(([positions]) => positions.length)).toEqual([1000, 1000, 500]);
});
