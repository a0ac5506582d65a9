import type { ChatMessage } from '@skein/contracts/chat';
import { expect, it } from 'vitest';
import { aChatMessage } from '../../../testing/chat.ts';
import { conversationReducer } from '../model/conversation-reducer.ts';
import { startConversation } from '../model/conversation-state.ts';
import type { ConversationState } from '../model/conversation-state.ts';
import { groupByDay, toLogEntries } from './log-entries.ts';

const toEntries = (messages: ChatMessage[]) =>
  toLogEntries({ ...startConversation(), messages }, 'viewer');

it('groups messages by day, and consecutive messages of one sender', () => {
  const at = (createdAt: string, senderId: string) => aChatMessage({ createdAt, senderId });
  const days = groupByDay(
    toEntries([
      at('2026-11-19T12:00:00.000Z', 'ada'),
      at('2026-11-19T12:01:00.000Z', 'ada'),
      at('2026-11-19T12:10:00.000Z', 'ada'),
      at('2026-11-19T12:11:00.000Z', 'viewer'),
      at('2026-11-20T12:00:00.000Z', 'viewer'),
    ]),
  );
  const shape = days.map(({ entries }) =>
    entries.map(({ isFirst, isLast }) => `${isFirst ? '[' : ''}x${isLast ? ']' : ''}`).join(''),
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20']);
  expect(shape).toEqual(['[xx][x][x]', '[x]']);
});

it('keeps the key of an outgoing message after it is sent', () => {
  const outgoing = {
    clientMessageId: 'a',
    content: 'Hello',
    attachments: [],
    replyTo: null,
    createdAt: '2026-11-19T12:00:00.000Z',
    progress: 1,
  };
  const viewerId = 'viewer';
  const empty = startConversation();
  const [pending] = toLogEntries({ ...empty, outgoing: [outgoing] }, viewerId);
  const messages = [aChatMessage({ clientMessageId: 'a' })];
  const [sent] = toLogEntries({ ...empty, messages }, viewerId);
  expect(pending).toMatchObject({ key: 'a', message: { content: 'Hello', senderId: 'viewer' } });
  expect(sent?.key).toBe('a');
});

it('marks a message as deleted once the stream reports its deletion', () => {
  const message = aChatMessage();
  const state = { ...startConversation(), messages: [message], deletedIds: new Set([message.id]) };
  const [entry] = toLogEntries(state, 'viewer');
  expect(entry?.message.isDeleted).toBe(true);
});

it('shows the latest version of a message, with the reaction that is being stored', () => {
  const message = aChatMessage({ revision: 2 });
  const viewerId = 'viewer';
  const by = (userId: string, emoji: string) => ({ userId, emoji });
  const react = (revision: number, emoji: string) => ({
    ...message,
    revision,
    reactions: [by('ada', emoji)],
  });
  const changes = [react(3, '👍'), react(5, '❤️'), react(4, '😂')];
  const state = changes.reduce<ConversationState>(
    (before, changed) => conversationReducer(before, { type: 'message-changed', message: changed }),
    { ...startConversation(), messages: [message] },
  );
  const reactionsIn = (current: ConversationState) =>
    toLogEntries(current, viewerId)[0]?.message.reactions;
  expect(reactionsIn(state)).toEqual([by('ada', '❤️')]);
  const action = { type: 'reaction-started', messageId: message.id } as const;
  const pending = conversationReducer(state, { ...action, emoji: '🧶' });
  expect(reactionsIn(pending)).toEqual([by('ada', '❤️'), by('viewer', '🧶')]);
  // A page that was loaded later is newer.
  const reloaded = { ...state, messages: [{ ...message, revision: 6 }] };
  expect(reactionsIn(reloaded)).toEqual([]);
});
