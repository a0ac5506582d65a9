import { expect, it, vi } from 'vitest';
import type { ChatMessage } from '@skein/contracts/chat';
import { aChatMessage } from '../../../testing/chat.ts';
import type { ChatTransport } from '../api/chat-client.ts';
import { startConversation } from './conversation-state.ts';
import { reduceChanges } from './message-changes.ts';
import type { ChangeAction } from './conversation-actions.ts';
import { createReactions } from './reactions.ts';

function setUp() {
  let state = startConversation();
  const transportReact = vi.fn<ChatTransport['react']>();
  const onFailed = vi.fn<(action: string, error: unknown) => void>();
  const react = createReactions({
    transport: { react: transportReact },
    callbacks: { onFailed },
    dispatch: (action: ChangeAction) => {
      state = reduceChanges(state, action);
    },
  });
  return { react, transportReact, onFailed, getState: () => state };
}

it('stores reactions one after the other and shows the last one meanwhile', async () => {
  const message = aChatMessage();
  const { react, transportReact, getState } = setUp();
  const withOwn = (emoji: string, revision: number) => ({
    ...message,
    reactions: [{ userId: 'viewer', emoji }],
    revision,
  });
  const answer = Promise.withResolvers<ChatMessage>();
  transportReact.mockReturnValueOnce(answer.promise).mockResolvedValueOnce(withOwn('🧶', 2));
  const first = react(message.id, '👍');
  const second = react(message.id, '🧶');
  await Promise.resolve();
  expect(transportReact.mock.calls).toEqual([[message.id, '👍']]);
  answer.resolve(withOwn('👍', 1));
  await first;
  expect(getState().pendingReactions.get(message.id)).toBe('🧶');
  await second;
  expect(getState().pendingReactions.size).toBe(0);
  expect(getState().changedMessages.get(message.id)).toEqual(withOwn('🧶', 2));
});

it('shows the earlier reaction again if a new one is not stored', async () => {
  const { react, transportReact, onFailed, getState } = setUp();
  const error = new RangeError('rejected');
  transportReact.mockRejectedValueOnce(error);
  await react('message', '👍');
  expect(onFailed).toHaveBeenCalledWith('act', error);
  expect(getState().pendingReactions.size).toBe(0);
});
