import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageEditMs } from '@skein/contracts/limits';
import type { ChatMessage } from '@skein/contracts/chat';
import { ada, aChatMessage } from '../../../testing/chat.ts';
import type { ChatTransport } from '../api/chat-client.ts';
import { conversationReducer } from './conversation-reducer.ts';
import { startConversation } from './conversation-state.ts';
import type { ConversationState } from './conversation-state.ts';
import { createEdits } from './edits.ts';

const own = (content: string): ChatMessage =>
  aChatMessage({ content, senderId: 'viewer', receiverId: ada.id, createdAt: new Date().toJSON() });

function setUp(messages: ChatMessage[]) {
  let state: ConversationState = { ...startConversation(), status: 'ready', messages };
  const dispatch = (action: Parameters<typeof conversationReducer>[1]) => {
    state = conversationReducer(state, action);
  };
  const editMessage = vi.fn<ChatTransport['editMessage']>();
  const callbacks = {
    onEdited: vi.fn<(message: ChatMessage) => void>(),
    onFailed: vi.fn<(action: string, error: unknown) => void>(),
  };
  const getState = () => state;
  const edits = createEdits({
    viewerId: 'viewer',
    transport: { editMessage },
    callbacks,
    getState,
    dispatch,
  });
  return { edits, editMessage, callbacks, getState, dispatch };
}

const flushPromises = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('changes the last own message, which shows its new text at once, and keeps the draft', async () => {
  const message = own('Hte loom');
  const { edits, editMessage, callbacks, getState, dispatch } = setUp([message, aChatMessage()]);
  const stored = { ...message, content: 'The loom', revision: 1 };
  editMessage.mockResolvedValueOnce(stored);
  dispatch({ type: 'text-changed', text: 'Half a thou' });
  expect(edits.startLast()).toBe(true);
  edits.write(' The loom ');
  edits.save();
  expect(getState()).toMatchObject({ editing: null, draft: { text: 'Half a thou' } });
  expect(getState().pendingEdits.get(message.id)).toBe('The loom');
  await flushPromises();
  expect(editMessage.mock.calls).toEqual([[message.id, 'The loom']]);
  expect(getState().pendingEdits.size).toBe(0);
  expect(getState().changedMessages.get(message.id)).toEqual(stored);
  expect(callbacks.onEdited).toHaveBeenCalledWith(stored);
});

it('returns a text that is not stored, until the message is deleted', async () => {
  const message = own('Hello');
  const { edits, editMessage, callbacks, getState, dispatch } = setUp([message]);
  const error = new RangeError('too old');
  editMessage.mockRejectedValueOnce(error);
  edits.start(message);
  edits.write('Hello, Ada');
  edits.save();
  await flushPromises();
  expect(callbacks.onFailed).toHaveBeenCalledWith('edit', error);
  expect(getState()).toMatchObject({ editing: { text: 'Hello, Ada', message } });
  expect(getState().pendingEdits.size).toBe(0);
  dispatch({ type: 'message-deleted', messageId: message.id });
  expect(getState().editing).toBeNull();
});

it('requests nothing for an unchanged or blank text', () => {
  const message = own('Hello');
  const { edits, editMessage, getState } = setUp([message]);
  edits.start(message);
  edits.write('Hello ');
  edits.save();
  expect(getState().editing).toBeNull();
  edits.start(message);
  edits.write(' ');
  edits.save();
  expect(getState().editing?.text).toBe(' ');
  expect(editMessage).not.toHaveBeenCalled();
});

it('does not edit received, deleted and old messages', () => {
  const received = aChatMessage({ createdAt: new Date().toJSON() });
  const { edits } = setUp([received, { ...own(''), isDeleted: true }]);
  expect(edits.startLast()).toBe(false);
  const old = setUp([own('Hello')]);
  vi.setSystemTime(Date.now() + messageEditMs);
  expect(old.edits.startLast()).toBe(false);
});
