import type { ChatMessage } from '@skein/contracts/chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aChatMessage, aConversationPage, ada } from '../../../testing/chat.ts';
import { conversationReducer } from './conversation-reducer.ts';
import type { ConversationAction } from './conversation-actions.ts';
import { emptyDraft, startConversation } from './conversation-state.ts';
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
  attachments: [],
  replyTo: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  progress: 1,
});

const texts = ({ messages }: ConversationState) => messages.map(({ content }) => content);

it('offers reactions once both members have written', () => {
  const request = loaded([own('Hello', 'a')], { canReact: false });
  const canReact = (actions: ConversationAction[]) => after([request, ...actions]).canReact;
  expect(canReact([received(own('Are you there?', 'b'))])).toBe(false);
  expect(canReact([received(aChatMessage())])).toBe(true);
});

describe('an outgoing message', () => {
  const sending: ConversationAction[] = [
    { type: 'text-changed', text: 'Hello' },
    { type: 'sending-started', outgoing: anOutgoing('Hello', 'a'), draft: emptyDraft },
  ];

  it('leaves the draft and joins the outgoing messages', () => {
    const state = after(sending);
    expect(state.draft.text).toBe('');
    expect(state.outgoing.map(({ content }) => content)).toEqual(['Hello']);
  });

  it('is replaced once by the message of the response, the stream or both', () => {
    const message = own('Hello', 'a');
    const state = after([...sending, received(message), received({ ...message })]);
    expect(state.outgoing).toEqual([]);
    expect(texts(state)).toEqual(['Hello']);
  });

  it('becomes the draft again when it fails, before text written meanwhile', () => {
    const stopped: ConversationAction = {
      type: 'sending-stopped',
      clientMessageId: 'a',
      keepsUploads: true,
    };
    expect(after([...sending, stopped]).draft.text).toBe('Hello');
    const written = after([...sending, { type: 'text-changed', text: 'there' }, stopped]);
    expect(written.draft.text).toBe('Hello\nthere');
    expect(written.outgoing).toEqual([]);
  });

  it('leaves the draft again if the server has stored it', () => {
    const failed = after([
      ...sending,
      { type: 'sending-stopped', clientMessageId: 'a', keepsUploads: true },
    ]);
    expect(after([received(own('Hello', 'a'))], failed).draft.text).toBe('');
    expect(after([loaded([own('Hello', 'a')])], failed).draft.text).toBe('');
    const changed = after([{ type: 'text-changed', text: 'Hello you' }], failed);
    expect(after([received(own('Hello', 'a'))], changed).draft.text).toBe('Hello you');
  });

  it('is not restored if the stream delivered it before the request failed', () => {
    const state = after([
      ...sending,
      received(own('Hello', 'a')),
      { type: 'sending-stopped', clientMessageId: 'a', keepsUploads: true },
    ]);
    expect(state.draft.text).toBe('');
    expect(texts(state)).toEqual(['Hello']);
  });
});

describe('a reload', () => {
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((content) =>
    aChatMessage({ content }),
  ) as [ChatMessage, ChatMessage, ChatMessage, ChatMessage];

  it('keeps older pages without a gap to the new page', () => {
    const state = after([loaded([one, two], { nextCursor: 'c', last: false })]);
    const again = after([loaded([two, three], { nextCursor: 'd', last: false })], state);
    expect(texts(again)).toEqual(['one', 'two', 'three']);
    expect(again.older.cursor).toBe('c');
  });

  it('drops older pages if messages are missing in between', () => {
    const state = after([loaded([one], { nextCursor: 'c', last: false })]);
    const again = after([loaded([three, four], { nextCursor: 'd', last: false })], state);
    expect(texts(again)).toEqual(['three', 'four']);
    expect(again.older.cursor).toBe('d');
  });

  it('keeps messages that arrived while the page was loading', () => {
    const state = after([{ type: 'load-started' }, received(three), loaded([one, two])]);
    expect(texts(state)).toEqual(['one', 'two', 'three']);
  });

  it('removes messages that were cleared on another device', () => {
    expect(texts(after([loaded([one, two]), { type: 'load-started' }, loaded([])]))).toEqual([]);
  });

  it('ignores an older page of a replaced list', () => {
    const state = after([
      loaded([three, four], { nextCursor: 'd', last: false }),
      { type: 'older-loaded', cursor: 'c', page: aConversationPage([one]) },
    ]);
    expect(texts(state)).toEqual(['three', 'four']);
  });

  it('does not show cleared messages again', () => {
    const state = after([loaded([one, two]), { type: 'cleared' }, received(two), received(three)]);
    expect(texts(state)).toEqual(['three']);
  });
});

it('produces the same state for any order of responses and events', () => {
  const messages = Array.from({ length: 8 }, (_, index) =>
    index % 2 === 0 ? own(`own ${index}`, `client ${index}`) : aChatMessage(),
  );
  const outgoing = messages
    .filter(({ clientMessageId }) => clientMessageId !== null)
    .map(({ content, clientMessageId }) => anOutgoing(content, clientMessageId ?? ''));
  const events: ConversationAction[] = [
    ...messages.map(received),
    // Responses to sending repeat the events of the viewer's own messages.
    ...messages.filter(({ senderId }) => senderId === viewerId).map(received),
    { type: 'message-deleted', messageId: messages[1]?.id ?? '' },
    { type: 'member-read', upTo: messages[2]?.id ?? '' },
    { type: 'member-read', upTo: messages[4]?.id ?? '' },
    { type: 'viewer-read', upTo: messages[5]?.id ?? '' },
    // A page that contains some of the messages.
    loaded(messages.slice(0, 5), { seenUpTo: messages[0]?.id ?? null }),
  ];
  const start = after(
    outgoing.map((item): ConversationAction => ({
      type: 'sending-started',
      outgoing: item,
      draft: emptyDraft,
    })),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
      const { arrivedIds: _, ...state } = after(shuffled, start);
      expect(state).toMatchObject({
        messages,
        outgoing: [],
        seenUpTo: messages[4]?.id,
        readUpTo: messages[5]?.id,
        deletedIds: new Set([messages[1]?.id]),
      });
    }),
  );
});
