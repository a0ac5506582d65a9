import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamReconnectDelayMs, typingShownMs } from '@skein/contracts/limits';
import type { ChatMessage } from '@skein/contracts/chat';
import { ada, aChatMessage, aConversationPage } from '../../../testing/chat.ts';
import type { ChatListener, ChatTransport } from './chat-transport.ts';
import { Conversation } from './conversation.ts';
import type { Failure } from './conversation-options.ts';
import { emptyDraft } from './conversation-state.ts';
import type { Attachment, Draft } from './conversation-state.ts';

const viewerId = 'viewer';

/** A server that answers when the test says so. */
function setUp(drafts = new Map<string, Draft>()) {
  const heard: { listener: ChatListener | null } = { listener: null };
  const transport = {
    listen: vi.fn<ChatTransport['listen']>((listener) => {
      heard.listener = listener;
      return () => {
        heard.listener = null;
      };
    }),
    loadPage: vi.fn<ChatTransport['loadPage']>(async () => aConversationPage([])),
    upload: vi.fn<ChatTransport['upload']>(async () => '/media/picture.webp'),
    send: vi.fn<ChatTransport['send']>(async (_, { content, clientMessageId }) =>
      sentMessage(content, clientMessageId),
    ),
    unsend: vi.fn<ChatTransport['unsend']>(async () => undefined),
    markRead: vi.fn<ChatTransport['markRead']>(async () => undefined),
    tellTyping: vi.fn<ChatTransport['tellTyping']>(async () => undefined),
    changeSettings: vi.fn<ChatTransport['changeSettings']>(async (_, change) => ({
      isMuted: true,
      isIgnored: false,
      ...change,
    })),
    clear: vi.fn<ChatTransport['clear']>(async () => undefined),
  };
  const watcher = {
    onSent: vi.fn<(message: ChatMessage) => void>(),
    onSendFailed: vi.fn<(error: unknown) => void>(),
    onActFailed: vi.fn<() => void>(),
    onRead: vi.fn<(partnerId: string, upTo: string) => void>(),
    onReadFailed: vi.fn<() => void>(),
    onSettings: vi.fn<() => void>(),
    onCleared: vi.fn<() => void>(),
    onUnsent: vi.fn<(messageId: string, isUnsent: boolean) => void>(),
  };
  const conversation = new Conversation({
    viewerId,
    partnerId: ada.id,
    transport,
    watcher,
    drafts: {
      read: (partnerId) => drafts.get(partnerId) ?? emptyDraft,
      write: (partnerId, draft) => drafts.set(partnerId, draft),
    },
    judge: (error): Failure => (error instanceof RangeError ? 'refused' : 'unknown'),
  });
  const texts = () => conversation.getState().messages.map(({ content }) => content);
  const tell = () => {
    if (!heard.listener) throw new Error('Nobody listens');
    return heard.listener;
  };
  return { conversation, transport, watcher, drafts, heard, texts, tell };
}

/** One that is open and loaded. */
async function setUpOpen(page = aConversationPage([])) {
  const set = setUp();
  set.transport.loadPage.mockResolvedValueOnce(page);
  const detach = set.conversation.attach();
  await settled();
  return { ...set, detach };
}

const sentMessage = (content: string, clientMessageId: string) =>
  aChatMessage({ content, clientMessageId, senderId: viewerId, receiverId: ada.id });

const aFile = (): Attachment => ({
  id: 'file',
  file: new File(['x'], 'loom.png', { type: 'image/png' }),
  kind: 'image',
  altText: '',
  mediaUrl: null,
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** A promise that the test keeps or breaks. */
function promised<Value>() {
  return Promise.withResolvers<Value>();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('reading', () => {
  it('loads what is there, and older pages once each', async () => {
    const [older, newer] = [aChatMessage({ content: 'older' }), aChatMessage({ content: 'newer' })];
    const { conversation, transport, texts } = await setUpOpen(
      aConversationPage([newer], { nextCursor: 'c' }),
    );
    expect(conversation.getState().status).toBe('ready');
    transport.loadPage.mockResolvedValueOnce(aConversationPage([older]));
    await Promise.all([conversation.loadOlder(), conversation.loadOlder()]);
    expect(texts()).toEqual(['older', 'newer']);
    await conversation.loadOlder();
    expect(transport.loadPage).toHaveBeenCalledTimes(2);
  });

  it('offers older pages again that could not be loaded', async () => {
    const { conversation, transport } = await setUpOpen(
      aConversationPage([aChatMessage()], { nextCursor: 'c' }),
    );
    transport.loadPage.mockRejectedValueOnce(new Error('offline'));
    await conversation.loadOlder();
    expect(conversation.getState().older).toEqual({ cursor: 'c', status: 'failed' });
  });

  it('hears events only while somebody looks, and reads anew when they look again', async () => {
    const { conversation, transport, heard, detach, texts, tell } = await setUpOpen();
    tell().onMessage(aChatMessage({ content: 'live' }));
    tell().onMessage(aChatMessage({ content: 'of others', senderId: 'somebody' }));
    expect(texts()).toEqual(['live']);
    detach();
    expect(heard.listener).toBeNull();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([aChatMessage({ content: 'new' })]));
    conversation.attach();
    await settled();
    expect(texts()).toEqual(['new']);
  });

  it('reads anew after a gap, and takes the last answer of several', async () => {
    const { transport, texts, tell } = await setUpOpen();
    const slow = promised<ReturnType<typeof aConversationPage>>();
    transport.loadPage.mockReturnValueOnce(slow.promise);
    tell().onGap();
    transport.loadPage.mockResolvedValueOnce(
      aConversationPage([aChatMessage({ content: 'later' })]),
    );
    tell().onGap();
    await settled();
    slow.resolve(aConversationPage([aChatMessage({ content: 'stale' })]));
    await settled();
    expect(texts()).toEqual(['later']);
  });

  it('reads older pages again as well after a gap, as far as it had them', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((content) =>
      aChatMessage({ content }),
    );
    if (!first || !second || !third) throw new Error('There are three.');
    const { conversation, transport, texts, tell } = await setUpOpen(
      aConversationPage([third], { nextCursor: 'c' }),
    );
    transport.loadPage.mockResolvedValueOnce(aConversationPage([second], { nextCursor: 'b' }));
    await conversation.loadOlder();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([third], { nextCursor: 'c' }));
    const unsent = { ...second, content: '', isDeleted: true };
    transport.loadPage.mockResolvedValueOnce(aConversationPage([unsent], { nextCursor: 'b' }));
    tell().onGap();
    await settled();
    expect(texts()).toEqual(['', 'third']);
    expect(conversation.getState().older.cursor).toBe('b');
    expect(transport.loadPage.mock.calls.map(([, cursor]) => cursor)).toEqual([
      null,
      'c',
      null,
      'c',
    ]);
    // Cleared elsewhere, and half a page written since.
    transport.loadPage.mockResolvedValueOnce(aConversationPage([third], { nextCursor: null }));
    tell().onGap();
    await settled();
    expect(texts()).toEqual(['third']);
    expect(conversation.getState().older.cursor).toBeNull();
  });

  it('takes the cursor of a page that it read again, as an upgrade makes older ones invalid', async () => {
    const message = aChatMessage();
    const { conversation, transport, tell } = await setUpOpen(
      aConversationPage([message], { nextCursor: 'before the upgrade' }),
    );
    const again = aConversationPage([message], { nextCursor: 'after the upgrade' });
    transport.loadPage.mockResolvedValueOnce(again);
    tell().onGap();
    await settled();
    expect(conversation.getState().older.cursor).toBe('after the upgrade');
  });

  it('loses older pages that were cleared elsewhere, however much was written since', async () => {
    const [gone, old, now] = [aChatMessage(), aChatMessage({ content: 'old' }), aChatMessage()];
    const { conversation, transport, texts, tell } = await setUpOpen(
      aConversationPage([now], { nextCursor: 'c' }),
    );
    transport.loadPage.mockResolvedValueOnce(aConversationPage([gone, old], { nextCursor: 'b' }));
    await conversation.loadOlder();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([now], { nextCursor: 'c' }));
    transport.loadPage.mockResolvedValueOnce(aConversationPage([old]));
    tell().onGap();
    await settled();
    expect(texts()).toEqual(['old', now.content]);
    expect(conversation.getState().older.cursor).toBeNull();
  });

  it('follows what the viewer changes in another browser', async () => {
    const { conversation, transport, texts, tell } = await setUpOpen(
      aConversationPage([aChatMessage()]),
    );
    tell().onSideChanged('somebody');
    expect(transport.loadPage).toHaveBeenCalledTimes(1);
    const settings = { isMuted: false, isIgnored: true };
    transport.loadPage.mockResolvedValueOnce(aConversationPage([], { settings }));
    tell().onSideChanged(ada.id);
    await settled();
    expect(texts()).toEqual([]);
    expect(conversation.getState().settings).toEqual(settings);
  });

  it('does not fall back to settings from before those on their way', async () => {
    const { conversation, transport, tell } = await setUpOpen();
    const changing = conversation.changeSettings({ isMuted: false });
    tell().onSideChanged(ada.id);
    await changing;
    expect(transport.loadPage).toHaveBeenCalledTimes(1);
    expect(conversation.getState().settings.isMuted).toBe(false);
  });

  it('reads anew after a gap until that works, as long as somebody looks', async () => {
    const { transport, texts, tell, detach } = await setUpOpen();
    transport.loadPage.mockRejectedValueOnce(new Error('overloaded'));
    tell().onGap();
    await settled();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([aChatMessage({ content: 'x' })]));
    await vi.advanceTimersByTimeAsync(streamReconnectDelayMs);
    expect(texts()).toEqual(['x']);
    transport.loadPage.mockRejectedValueOnce(new Error('overloaded'));
    tell().onGap();
    await settled();
    detach();
    await vi.advanceTimersByTimeAsync(streamReconnectDelayMs);
    expect(transport.loadPage).toHaveBeenCalledTimes(4);
  });

  it('marks read what has come in, once', async () => {
    const incoming = aChatMessage();
    const { conversation, transport, watcher } = await setUpOpen(aConversationPage([incoming]));
    await conversation.markSeen();
    await conversation.markSeen();
    expect(transport.markRead.mock.calls).toEqual([[incoming.id]]);
    expect(watcher.onRead).toHaveBeenCalledWith(ada.id, incoming.id);
  });

  it('marks read again what could not be marked', async () => {
    const { conversation, transport, watcher } = await setUpOpen(
      aConversationPage([aChatMessage()]),
    );
    transport.markRead.mockRejectedValueOnce(new Error('offline'));
    await conversation.markSeen();
    expect(watcher.onReadFailed).toHaveBeenCalledOnce();
    await conversation.markSeen();
    expect(transport.markRead).toHaveBeenCalledTimes(2);
  });

  it('shows that the other is writing until they stop or have sent it', async () => {
    const { conversation, tell } = await setUpOpen();
    const isTyping = () => conversation.getState().isPartnerTyping;
    tell().onTyping('somebody');
    expect(isTyping()).toBe(false);
    tell().onTyping(ada.id);
    expect(isTyping()).toBe(true);
    await vi.advanceTimersByTimeAsync(typingShownMs);
    expect(isTyping()).toBe(false);
    tell().onTyping(ada.id);
    tell().onMessage(aChatMessage());
    expect(isTyping()).toBe(false);
  });
});

describe('sending', () => {
  it('sends one message behind the other', async () => {
    const { conversation, transport, texts, watcher } = await setUpOpen();
    const first = promised<ChatMessage>();
    transport.send.mockReturnValueOnce(first.promise);
    conversation.write('one');
    conversation.send();
    conversation.write(' two ');
    conversation.send();
    await settled();
    expect(transport.send).toHaveBeenCalledOnce();
    expect(conversation.getState().outgoing.map(({ content }) => content)).toEqual(['one', 'two']);
    first.resolve(sentMessage('one', 'any'));
    await settled();
    expect(texts()).toEqual(['one', 'two']);
    expect(conversation.getState().outgoing).toEqual([]);
    expect(watcher.onSent).toHaveBeenCalledTimes(2);
  });

  it('sends nothing that is blank or too long', async () => {
    const { conversation, transport } = await setUpOpen();
    for (const text of ['', ' \n ', 'x'.repeat(2001)]) {
      conversation.write(text);
      conversation.send();
    }
    await settled();
    expect(transport.send).not.toHaveBeenCalled();
  });

  it('restores the text of a failure, and sends it again under the same name', async () => {
    const { conversation, transport, watcher, drafts } = await setUpOpen();
    const failure = new Error('offline');
    transport.send.mockRejectedValueOnce(failure);
    conversation.write('Hello');
    conversation.send();
    expect(drafts.get(ada.id)?.text).toBe('Hello');
    await settled();
    expect(conversation.getState().draft.text).toBe('Hello');
    expect(watcher.onSendFailed).toHaveBeenCalledWith(failure);
    conversation.send();
    await settled();
    const [first, second] = transport.send.mock.calls.map(
      ([, { clientMessageId }]) => clientMessageId,
    );
    expect(second).toBe(first);
    expect(drafts.get(ada.id)?.text).toBe('');
  });

  it('keeps what is on its way and what is written meanwhile', async () => {
    const { conversation, transport, drafts } = await setUpOpen();
    const answer = promised<ChatMessage>();
    transport.send.mockReturnValueOnce(answer.promise);
    conversation.write('Hello');
    conversation.send();
    conversation.write('How are you?');
    await settled();
    expect(drafts.get(ada.id)).toMatchObject({ text: 'Hello\nHow are you?', failed: null });
    const [, sent] = transport.send.mock.lastCall ?? [];
    answer.resolve(aChatMessage({ clientMessageId: sent?.clientMessageId ?? null }));
    await settled();
    expect(drafts.get(ada.id)?.text).toBe('How are you?');
  });

  it('goes on under the same name after the page was loaded again', async () => {
    const before = await setUpOpen();
    before.transport.send.mockReturnValueOnce(promised<ChatMessage>().promise);
    before.conversation.write('Hello');
    before.conversation.send();
    await settled();
    const after = setUp(before.drafts);
    after.conversation.attach();
    await settled();
    expect(after.conversation.getState().draft.text).toBe('Hello');
    after.conversation.send();
    await settled();
    const nameIn = ({ transport }: typeof after) =>
      transport.send.mock.calls[0]?.[1].clientMessageId;
    expect(nameIn(after)).toBe(nameIn(before));
  });

  it('uploads the file first, and only once', async () => {
    const { conversation, transport } = await setUpOpen();
    transport.send.mockRejectedValueOnce(new Error('offline'));
    conversation.attachFile(aFile());
    conversation.send();
    await settled();
    conversation.send();
    await settled();
    expect(transport.upload).toHaveBeenCalledOnce();
    expect(transport.send.mock.lastCall?.[1].attachment?.mediaUrl).toBe('/media/picture.webp');
  });

  it('uploads again what the server has refused: it may not keep it any more', async () => {
    const { conversation, transport } = await setUpOpen();
    transport.send.mockRejectedValueOnce(new RangeError('refused'));
    conversation.attachFile(aFile());
    conversation.send();
    await settled();
    conversation.send();
    await settled();
    expect(transport.upload).toHaveBeenCalledTimes(2);
  });

  it('looks whether one may write at all once the server has refused', async () => {
    const { conversation, transport } = await setUpOpen();
    transport.send.mockRejectedValueOnce(new RangeError('refused'));
    transport.loadPage.mockResolvedValueOnce(aConversationPage([], { canWrite: false }));
    conversation.write('Hello');
    conversation.send();
    await settled();
    expect(conversation.getState()).toMatchObject({ canWrite: false, draft: { text: 'Hello' } });
  });

  it('calls an upload back into the box, without an alert', async () => {
    const { conversation, transport, watcher } = await setUpOpen();
    transport.upload.mockImplementationOnce(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        }),
    );
    conversation.write('Look');
    conversation.attachFile(aFile());
    conversation.send();
    await settled();
    const [waiting] = conversation.getState().outgoing;
    conversation.cancelSending(waiting?.clientMessageId ?? '');
    await settled();
    expect(conversation.getState()).toMatchObject({ outgoing: [], draft: { text: 'Look' } });
    expect(conversation.getState().draft.attachment?.file.name).toBe('loom.png');
    expect(watcher.onSendFailed).not.toHaveBeenCalled();
  });

  it('tells that one is writing, but not with every letter', async () => {
    const { conversation, transport } = await setUpOpen();
    for (const text of ['H', 'He', 'Hel']) conversation.write(text);
    expect(transport.tellTyping).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(typingShownMs);
    conversation.write('Hell');
    expect(transport.tellTyping).toHaveBeenCalledTimes(2);
  });
});

describe('other acts', () => {
  it('takes a message back at once, and brings it again if that fails', async () => {
    const own = sentMessage('oops', 'a');
    const { conversation, transport, watcher } = await setUpOpen(aConversationPage([own]));
    const unsending = promised<void>();
    transport.unsend.mockReturnValueOnce(unsending.promise);
    void conversation.unsend(own);
    expect(conversation.getState().unsentIds).toEqual(new Set([own.id]));
    unsending.reject(new Error('offline'));
    await settled();
    expect(conversation.getState().unsentIds).toEqual(new Set());
    expect(watcher.onUnsent.mock.calls).toEqual([
      [own.id, true],
      [own.id, false],
    ]);
  });

  it('changes a setting at once, and back if that fails', async () => {
    const { conversation, transport, watcher } = await setUpOpen();
    transport.changeSettings.mockRejectedValueOnce(new Error('offline'));
    const changing = conversation.changeSettings({ isMuted: false });
    expect(conversation.getState().settings.isMuted).toBe(false);
    await changing;
    expect(conversation.getState().settings.isMuted).toBe(true);
    expect(watcher.onActFailed).toHaveBeenCalledOnce();
  });

  it('is empty once it is cleared', async () => {
    const { conversation, watcher } = await setUpOpen(aConversationPage([aChatMessage()]));
    expect(await conversation.clear()).toBe(true);
    expect(conversation.getState().messages).toEqual([]);
    expect(watcher.onCleared).toHaveBeenCalledWith(ada.id);
  });
});
