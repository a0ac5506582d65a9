import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '@skein/contracts/chat';
import { aChatMessage, aConversationPage, ada } from '../../../testing/chat.ts';
import { conversationReducer } from './conversation-reducer.ts';
import type { ConversationAction } from './conversation-reducer.ts';
import { startConversation } from './conversation-state.ts';
import type { ConversationState, Outgoing } from './conversation-state.ts';

const viewerId = 'viewer';

const after = (actions: readonly ConversationAction[], state = startConversation()) =>
  actions.reduce(conversationReducer, state);

const received = (message: ChatMessage): ConversationAction => ({
  type: 'message-received',
  message,
});

const loaded = (
  content: ChatMessage[],
  fields: Parameters<typeof aConversationPage>[1] = {},
): ConversationAction => ({ type: 'newest-loaded', page: aConversationPage(content, fields) });

const own = (content: string, clientMessageId: string) =>
  aChatMessage({ content, clientMessageId, senderId: viewerId, receiverId: ada.id });

const anOutgoing = (content: string, clientMessageId: string): Outgoing => ({
  content,
  clientMessageId,
  attachment: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  progress: 1,
});

const texts = ({ messages }: ConversationState) => messages.map(({ content }) => content);

describe('what is sent', () => {
  const sending: ConversationAction[] = [
    { type: 'text-changed', text: 'Hello' },
    { type: 'sending-started', outgoing: anOutgoing('Hello', 'a') },
  ];

  it('leaves the box at once and waits behind the others', () => {
    const state = after(sending);
    expect(state.draft.text).toBe('');
    expect(state.outgoing.map(({ content }) => content)).toEqual(['Hello']);
  });

  it('becomes the message of the server, told by the answer or the stream or both', () => {
    const message = own('Hello', 'a');
    const state = after([...sending, received(message), received({ ...message })]);
    expect(state.outgoing).toEqual([]);
    expect(texts(state)).toEqual(['Hello']);
  });

  it('comes back into the box when it fails, before what was written meanwhile', () => {
    const stopped: ConversationAction = {
      type: 'sending-stopped',
      clientMessageId: 'a',
      keepsUpload: true,
    };
    expect(after([...sending, stopped]).draft.text).toBe('Hello');
    const written = after([...sending, { type: 'text-changed', text: 'there' }, stopped]);
    expect(written.draft.text).toBe('Hello\nthere');
    expect(written.outgoing).toEqual([]);
  });

  it('leaves the box again if it has arrived after all', () => {
    const failed = after([
      ...sending,
      { type: 'sending-stopped', clientMessageId: 'a', keepsUpload: true },
    ]);
    expect(after([received(own('Hello', 'a'))], failed).draft.text).toBe('');
    expect(after([loaded([own('Hello', 'a')])], failed).draft.text).toBe('');
    const changed = after([{ type: 'text-changed', text: 'Hello you' }], failed);
    expect(after([received(own('Hello', 'a'))], changed).draft.text).toBe('Hello you');
  });

  it('is not restored when the stream has brought it before the request failed', () => {
    const state = after([
      ...sending,
      received(own('Hello', 'a')),
      { type: 'sending-stopped', clientMessageId: 'a', keepsUpload: true },
    ]);
    expect(state.draft.text).toBe('');
    expect(texts(state)).toEqual(['Hello']);
  });
});

describe('what is read anew', () => {
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((content) =>
    aChatMessage({ content }),
  ) as [ChatMessage, ChatMessage, ChatMessage, ChatMessage];

  it('keeps older pages that it is joined to', () => {
    const state = after([loaded([one, two], { nextCursor: 'c', last: false })]);
    const again = after([loaded([two, three], { nextCursor: 'd', last: false })], state);
    expect(texts(again)).toEqual(['one', 'two', 'three']);
    expect(again.older.cursor).toBe('c');
  });

  it('drops them when something lies between', () => {
    const state = after([loaded([one], { nextCursor: 'c', last: false })]);
    const again = after([loaded([three, four], { nextCursor: 'd', last: false })], state);
    expect(texts(again)).toEqual(['three', 'four']);
    expect(again.older.cursor).toBe('d');
  });

  it('keeps what came while the page was on its way', () => {
    const state = after([{ type: 'load-started' }, received(three), loaded([one, two])]);
    expect(texts(state)).toEqual(['one', 'two', 'three']);
  });

  it('forgets what was cleared on another device', () => {
    expect(texts(after([loaded([one, two]), { type: 'load-started' }, loaded([])]))).toEqual([]);
  });

  it('takes no page of a list that is no longer shown', () => {
    const state = after([
      loaded([three, four], { nextCursor: 'd', last: false }),
      { type: 'older-loaded', cursor: 'c', page: aConversationPage([one]) },
    ]);
    expect(texts(state)).toEqual(['three', 'four']);
  });

  it('shows no message again that the viewer has cleared', () => {
    const state = after([loaded([one, two]), { type: 'cleared' }, received(two), received(three)]);
    expect(texts(state)).toEqual(['three']);
  });
});

it('ends in the same list, in whatever order answers and events come', () => {
  const messages = Array.from({ length: 8 }, (_, index) =>
    index % 2 === 0 ? own(`own ${index}`, `client ${index}`) : aChatMessage(),
  );
  const outgoing = messages
    .filter(({ clientMessageId }) => clientMessageId !== null)
    .map(({ content, clientMessageId }) => anOutgoing(content, clientMessageId ?? ''));
  const events: ConversationAction[] = [
    ...messages.map(received),
    // Answers to sending repeat what the stream tells of one's own.
    ...messages.filter(({ senderId }) => senderId === viewerId).map(received),
    { type: 'message-unsent', messageId: messages[1]?.id ?? '' },
    { type: 'partner-read', upTo: messages[2]?.id ?? '' },
    { type: 'partner-read', upTo: messages[4]?.id ?? '' },
    { type: 'viewer-read', upTo: messages[5]?.id ?? '' },
    // A page from the middle of it all.
    loaded(messages.slice(0, 5), { seenUpTo: messages[0]?.id ?? null }),
  ];
  const start = after(
    outgoing.map((item): ConversationAction => ({ type: 'sending-started', outgoing: item })),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
      const { arrivedIds: _, ...state } = after(shuffled, start);
      expect(state).toMatchObject({
        messages,
        outgoing: [],
        seenUpTo: messages[4]?.id,
        readUpTo: messages[5]?.id,
        unsentIds: new Set([messages[1]?.id]),
      });
    }),
  );
});
