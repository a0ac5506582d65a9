import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamReconnectDelayMs, typingShownMs } from '@skein/contracts/limits';
import type { ChatMessage } from '@skein/contracts/chat';
import {
  ada,
  aChatMessage,
  aConversationPage,
  initialSettings,
  adaConversationId,
} from '../../../testing/chat.ts';
import {
  aFile,
  flushPromises,
  sentMessage,
  setUp,
  setUpOpen,
} from '../../../testing/conversation.ts';
import { emptyDraft } from './conversation-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('loading', () => {
  it('loads the newest page, and each older page once', async () => {
    const [older, newer] = [aChatMessage({ content: 'older' }), aChatMessage({ content: 'newer' })];
    const { conversation, transport, texts } = await setUpOpen(
      aConversationPage([newer], { nextCursor: 'c' }),
    );
    expect(conversation.getState().status).toBe('ready');
    transport.loadPage.mockResolvedValueOnce(aConversationPage([older]));
    await Promise.all([conversation.paging.loadOlder(), conversation.paging.loadOlder()]);
    expect(texts()).toEqual(['older', 'newer']);
    await conversation.paging.loadOlder();
    expect(transport.loadPage).toHaveBeenCalledTimes(2);
  });

  it('keeps the cursor of an older page that failed to load', async () => {
    const { conversation, transport } = await setUpOpen(
      aConversationPage([aChatMessage()], { nextCursor: 'c' }),
    );
    transport.loadPage.mockRejectedValueOnce(new Error('offline'));
    await conversation.paging.loadOlder();
    expect(conversation.getState().older).toEqual({ cursor: 'c', status: 'failed' });
  });

  it('handles events only while attached, and loads again when attached again', async () => {
    const { conversation, transport, subscription, detach, texts, receive } = await setUpOpen();
    receive({ type: 'message', message: aChatMessage({ content: 'live' }) });
    receive({
      type: 'message',
      message: aChatMessage({ content: 'of others', conversationId: 'somebody' }),
    });
    expect(texts()).toEqual(['live']);
    detach();
    expect(subscription.listener).toBeNull();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([aChatMessage({ content: 'new' })]));
    conversation.attach();
    await flushPromises();
    expect(texts()).toEqual(['new']);
  });

  it('loads again after a gap, and uses the last of several responses', async () => {
    const { transport, texts, receive } = await setUpOpen();
    const slow = Promise.withResolvers<ReturnType<typeof aConversationPage>>();
    transport.loadPage.mockReturnValueOnce(slow.promise);
    receive({ type: 'resync' });
    transport.loadPage.mockResolvedValueOnce(
      aConversationPage([aChatMessage({ content: 'later' })]),
    );
    receive({ type: 'resync' });
    await flushPromises();
    slow.resolve(aConversationPage([aChatMessage({ content: 'stale' })]));
    await flushPromises();
    expect(texts()).toEqual(['later']);
  });

  it('loads the known older pages again after a gap', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((content) =>
      aChatMessage({ content }),
    );
    if (!first || !second || !third) throw new Error('There are three.');
    const { conversation, transport, texts, receive } = await setUpOpen(
      aConversationPage([third], { nextCursor: 'c' }),
    );
    transport.loadPage.mockResolvedValueOnce(aConversationPage([second], { nextCursor: 'b' }));
    await conversation.paging.loadOlder();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([third], { nextCursor: 'c' }));
    const deleted = { ...second, content: '', isDeleted: true };
    transport.loadPage.mockResolvedValueOnce(aConversationPage([deleted], { nextCursor: 'b' }));
    receive({ type: 'resync' });
    await flushPromises();
    expect(texts()).toEqual(['', 'third']);
    expect(conversation.getState().older.cursor).toBe('b');
    expect(transport.loadPage.mock.calls.map(([, position]) => position)).toEqual([
      {},
      { cursor: 'c' },
      {},
      { cursor: 'c' },
    ]);
    // Cleared in another browser; less than a page was written since.
    transport.loadPage.mockResolvedValueOnce(aConversationPage([third], { nextCursor: null }));
    receive({ type: 'resync' });
    await flushPromises();
    expect(texts()).toEqual(['third']);
    expect(conversation.getState().older.cursor).toBeNull();
  });

  it('uses the cursor of a reloaded page, because an upgrade invalidates older cursors', async () => {
    const message = aChatMessage();
    const { conversation, transport, receive } = await setUpOpen(
      aConversationPage([message], { nextCursor: 'before the upgrade' }),
    );
    const reloaded = aConversationPage([message], { nextCursor: 'after the upgrade' });
    transport.loadPage.mockResolvedValueOnce(reloaded);
    receive({ type: 'resync' });
    await flushPromises();
    expect(conversation.getState().older.cursor).toBe('after the upgrade');
  });

  it('removes older messages that were cleared in another browser', async () => {
    const [cleared, old, newest] = [
      aChatMessage(),
      aChatMessage({ content: 'old' }),
      aChatMessage(),
    ];
    const { conversation, transport, texts, receive } = await setUpOpen(
      aConversationPage([newest], { nextCursor: 'c' }),
    );
    transport.loadPage.mockResolvedValueOnce(
      aConversationPage([cleared, old], { nextCursor: 'b' }),
    );
    await conversation.paging.loadOlder();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([newest], { nextCursor: 'c' }));
    transport.loadPage.mockResolvedValueOnce(aConversationPage([old]));
    receive({ type: 'resync' });
    await flushPromises();
    expect(texts()).toEqual(['old', newest.content]);
    expect(conversation.getState().older.cursor).toBeNull();
  });

  it('loads again when the viewer changes the conversation in another browser', async () => {
    const { conversation, transport, texts, receive } = await setUpOpen(
      aConversationPage([aChatMessage()]),
    );
    receive({ type: 'conversation', conversationId: 'somebody' });
    expect(transport.loadPage).toHaveBeenCalledTimes(1);
    const settings = { ...initialSettings, isMuted: false, isIgnored: true };
    transport.loadPage.mockResolvedValueOnce(aConversationPage([], { settings }));
    receive({ type: 'conversation', conversationId: adaConversationId });
    await flushPromises();
    expect(texts()).toEqual([]);
    expect(conversation.getState().settings).toEqual(settings);
  });

  it('ignores reloads while a change of settings is pending', async () => {
    const { conversation, transport, receive } = await setUpOpen();
    const changing = conversation.settings.change({ isMuted: false });
    receive({ type: 'conversation', conversationId: adaConversationId });
    await changing;
    expect(transport.loadPage).toHaveBeenCalledTimes(1);
    expect(conversation.getState().settings.isMuted).toBe(false);
  });

  it('retries the load after a gap until it succeeds, while attached', async () => {
    const { transport, texts, receive, detach } = await setUpOpen();
    transport.loadPage.mockRejectedValueOnce(new Error('overloaded'));
    receive({ type: 'resync' });
    await flushPromises();
    transport.loadPage.mockResolvedValueOnce(aConversationPage([aChatMessage({ content: 'x' })]));
    await vi.advanceTimersByTimeAsync(streamReconnectDelayMs);
    expect(texts()).toEqual(['x']);
    transport.loadPage.mockRejectedValueOnce(new Error('overloaded'));
    receive({ type: 'resync' });
    await flushPromises();
    detach();
    await vi.advanceTimersByTimeAsync(streamReconnectDelayMs);
    expect(transport.loadPage).toHaveBeenCalledTimes(4);
  });

  it('keeps the message that a failed message replies to', async () => {
    const { conversation, transport, drafts } = await setUpOpen();
    const { id, content, senderId, messageType } = aChatMessage();
    const replyTo = { id, content, senderId, messageType, isDeleted: false };
    conversation.replyTo(replyTo);
    conversation.write('Yes');
    transport.send.mockRejectedValueOnce(new Error('offline'));
    conversation.send();
    await flushPromises();
    expect(transport.send.mock.calls[0]?.[1]).toMatchObject({ content: 'Yes', replyTo });
    expect(conversation.getState().draft).toMatchObject({ text: 'Yes', replyTo });
    expect(drafts.get(adaConversationId)).toMatchObject({ text: 'Yes', replyTo });
    conversation.send();
    await flushPromises();
    expect(transport.send.mock.calls[1]?.[1]).toEqual(transport.send.mock.calls[0]?.[1]);
    expect(conversation.getState().draft).toEqual(emptyDraft);
  });

  it('marks incoming messages as read once', async () => {
    const incoming = aChatMessage();
    const { conversation, transport, callbacks } = await setUpOpen(aConversationPage([incoming]));
    await conversation.markRead();
    await conversation.markRead();
    expect(transport.markRead.mock.calls).toEqual([[incoming.id]]);
    expect(callbacks.onRead).toHaveBeenCalledWith(adaConversationId, incoming.id);
  });

  it('marks messages as read again after a failure', async () => {
    const { conversation, transport, callbacks } = await setUpOpen(
      aConversationPage([aChatMessage()]),
    );
    transport.markRead.mockRejectedValueOnce(new Error('offline'));
    await conversation.markRead();
    expect(callbacks.onReadFailed).toHaveBeenCalledOnce();
    await conversation.markRead();
    expect(transport.markRead).toHaveBeenCalledTimes(2);
  });

  it('shows the typing indicator until it times out or a message arrives', async () => {
    const { conversation, receive } = await setUpOpen();
    const isTyping = () => conversation.getState().typingIds.length > 0;
    receive({ type: 'typing', conversationId: 'other', userId: ada.id });
    expect(isTyping()).toBe(false);
    receive({ type: 'typing', conversationId: adaConversationId, userId: ada.id });
    expect(isTyping()).toBe(true);
    await vi.advanceTimersByTimeAsync(typingShownMs);
    expect(isTyping()).toBe(false);
    receive({ type: 'typing', conversationId: adaConversationId, userId: ada.id });
    receive({ type: 'message', message: aChatMessage() });
    expect(isTyping()).toBe(false);
  });
});

describe('sending', () => {
  it('sends messages one after the other', async () => {
    const { conversation, transport, texts, callbacks } = await setUpOpen();
    const first = Promise.withResolvers<ChatMessage>();
    transport.send.mockReturnValueOnce(first.promise);
    conversation.write('one');
    conversation.send();
    conversation.write(' two ');
    conversation.send();
    await flushPromises();
    expect(transport.send).toHaveBeenCalledOnce();
    expect(conversation.getState().outgoing.map(({ content }) => content)).toEqual(['one', 'two']);
    first.resolve(sentMessage('one', 'any'));
    await flushPromises();
    expect(texts()).toEqual(['one', 'two']);
    expect(conversation.getState().outgoing).toEqual([]);
    expect(callbacks.onSent).toHaveBeenCalledTimes(2);
  });

  it('does not send a blank or too long message', async () => {
    const { conversation, transport } = await setUpOpen();
    for (const text of ['', ' \n ', 'x'.repeat(2001)]) {
      conversation.write(text);
      conversation.send();
    }
    await flushPromises();
    expect(transport.send).not.toHaveBeenCalled();
  });

  it('restores the text of a failed message, and sends it again with the same client message id', async () => {
    const { conversation, transport, callbacks, drafts } = await setUpOpen();
    const error = new Error('offline');
    transport.send.mockRejectedValueOnce(error);
    conversation.write('Hello');
    conversation.send();
    expect(drafts.get(adaConversationId)?.text).toBe('Hello');
    await flushPromises();
    expect(conversation.getState().draft.text).toBe('Hello');
    expect(callbacks.onFailed).toHaveBeenCalledWith('send', error);
    conversation.send();
    await flushPromises();
    const [first, second] = transport.send.mock.calls.map(
      ([, { clientMessageId }]) => clientMessageId,
    );
    expect(second).toBe(first);
    expect(drafts.get(adaConversationId)?.text).toBe('');
  });

  it('stores outgoing messages and the draft written meanwhile', async () => {
    const { conversation, transport, drafts } = await setUpOpen();
    const response = Promise.withResolvers<ChatMessage>();
    transport.send.mockReturnValueOnce(response.promise);
    conversation.write('Hello');
    conversation.send();
    conversation.write('How are you?');
    await flushPromises();
    expect(drafts.get(adaConversationId)).toMatchObject({
      text: 'Hello\nHow are you?',
      failed: null,
    });
    const [, sent] = transport.send.mock.lastCall ?? [];
    response.resolve(aChatMessage({ clientMessageId: sent?.clientMessageId ?? null }));
    await flushPromises();
    expect(drafts.get(adaConversationId)?.text).toBe('How are you?');
  });

  it('sends with the same client message id after a page reload', async () => {
    const before = await setUpOpen();
    before.transport.send.mockReturnValueOnce(Promise.withResolvers<ChatMessage>().promise);
    before.conversation.write('Hello');
    before.conversation.send();
    await flushPromises();
    const after = setUp(before.drafts);
    after.conversation.attach();
    await flushPromises();
    expect(after.conversation.getState().draft.text).toBe('Hello');
    after.conversation.send();
    await flushPromises();
    const getClientMessageId = ({ transport }: typeof after) =>
      transport.send.mock.calls[0]?.[1].clientMessageId;
    expect(getClientMessageId(after)).toBe(getClientMessageId(before));
  });

  it('uploads the file before the message, and only once', async () => {
    const { conversation, transport } = await setUpOpen();
    transport.send.mockRejectedValueOnce(new Error('offline'));
    conversation.attachFiles([aFile()]);
    conversation.send();
    await flushPromises();
    conversation.send();
    await flushPromises();
    expect(transport.upload).toHaveBeenCalledOnce();
    expect(transport.send.mock.lastCall?.[1].attachments[0]?.mediaUrl).toBe('/media/picture.webp');
  });

  it('keeps all files of a failed message, and uploads only those that the server lacks', async () => {
    const { conversation, transport } = await setUpOpen();
    const files = ['a', 'b', 'c'].map((id) => ({ ...aFile(), id }));
    transport.upload.mockImplementation(async ({ id }) => `/media/${id}.webp`);
    transport.upload.mockImplementationOnce(async ({ id }, { onProgress }) => {
      onProgress(1);
      expect(conversation.getState().outgoing[0]?.progress).toBeCloseTo(1 / 3);
      return `/media/${id}.webp`;
    });
    transport.upload.mockRejectedValueOnce(new Error('offline'));
    conversation.attachFiles(files);
    conversation.send();
    await flushPromises();
    const { draft } = conversation.getState();
    expect(draft.attachments.map(({ mediaUrl }) => mediaUrl)).toEqual([
      '/media/a.webp',
      null,
      null,
    ]);
    conversation.send();
    await flushPromises();
    expect(transport.upload.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'b', 'b', 'c']);
    const [, sent] = transport.send.mock.lastCall ?? [];
    expect(sent?.attachments.map(({ mediaUrl }) => mediaUrl)).toEqual([
      '/media/a.webp',
      '/media/b.webp',
      '/media/c.webp',
    ]);
    expect(sent?.clientMessageId).toBe(draft.failed?.clientMessageId);
  });

  it('uploads the file again after the server rejected the message', async () => {
    const { conversation, transport } = await setUpOpen();
    transport.send.mockRejectedValueOnce(new RangeError('rejected'));
    conversation.attachFiles([aFile()]);
    conversation.send();
    await flushPromises();
    conversation.send();
    await flushPromises();
    expect(transport.upload).toHaveBeenCalledTimes(2);
  });

  it('loads the permission to write after the server rejected a message', async () => {
    const { conversation, transport } = await setUpOpen();
    transport.send.mockRejectedValueOnce(new RangeError('rejected'));
    transport.loadPage.mockResolvedValueOnce(aConversationPage([], { canWrite: false }));
    conversation.write('Hello');
    conversation.send();
    await flushPromises();
    expect(conversation.getState()).toMatchObject({ canWrite: false, draft: { text: 'Hello' } });
  });

  it('restores the draft of a canceled upload without an error', async () => {
    const { conversation, transport, callbacks } = await setUpOpen();
    transport.upload.mockImplementationOnce(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        }),
    );
    conversation.write('Look');
    conversation.attachFiles([aFile()]);
    conversation.send();
    await flushPromises();
    const [upload] = conversation.getState().outgoing;
    conversation.cancelSending(upload?.clientMessageId ?? '');
    await flushPromises();
    expect(conversation.getState()).toMatchObject({ outgoing: [], draft: { text: 'Look' } });
    expect(conversation.getState().draft.attachments[0]?.file.name).toBe('loom.png');
    expect(callbacks.onFailed).not.toHaveBeenCalled();
  });

  it('limits typing notifications to one per interval', async () => {
    const { conversation, transport } = await setUpOpen();
    for (const text of ['H', 'He', 'Hel']) conversation.write(text);
    expect(transport.sendTyping).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(typingShownMs);
    conversation.write('Hell');
    expect(transport.sendTyping).toHaveBeenCalledTimes(2);
  });
});

describe('other actions', () => {
  it('deletes a message optimistically, and restores it on failure', async () => {
    const own = sentMessage('oops', 'a');
    const { conversation, transport, callbacks } = await setUpOpen(aConversationPage([own]));
    const deletion = Promise.withResolvers<void>();
    transport.deleteMessage.mockReturnValueOnce(deletion.promise);
    void conversation.deleteMessage(own);
    expect(conversation.getState().deletedIds).toEqual(new Set([own.id]));
    deletion.reject(new Error('offline'));
    await flushPromises();
    expect(conversation.getState().deletedIds).toEqual(new Set());
    expect(callbacks.onDeletionChanged.mock.calls).toEqual([
      [own.id, true],
      [own.id, false],
    ]);
  });

  it('changes a setting optimistically, and reverts it on failure', async () => {
    const { conversation, transport, callbacks } = await setUpOpen();
    transport.changeSettings.mockRejectedValueOnce(new Error('offline'));
    const changing = conversation.settings.change({ isMuted: false });
    expect(conversation.getState().settings.isMuted).toBe(false);
    await changing;
    expect(conversation.getState().settings.isMuted).toBe(true);
    expect(callbacks.onFailed).toHaveBeenCalledOnce();
  });

  it('has no messages after it is cleared', async () => {
    const { conversation, callbacks } = await setUpOpen(aConversationPage([aChatMessage()]));
    expect(await conversation.settings.clear()).toBe(true);
    expect(conversation.getState().messages).toEqual([]);
    expect(callbacks.onCleared).toHaveBeenCalledWith(adaConversationId);
  });
});

describe('the draft of another device', () => {
  it('replaces the text, but not while it is written or a message is sent', async () => {
    const { conversation, transport, drafts, receiveDraft } = await setUpOpen();
    conversation.write('Old');
    receiveDraft({ ...emptyDraft, text: 'Too early' });
    expect(conversation.getState().draft.text).toBe('Old');
    await vi.advanceTimersByTimeAsync(5000);
    receiveDraft({ ...emptyDraft, text: 'New' });
    expect(conversation.getState().draft.text).toBe('New');
    // The other tab has written more meanwhile, which is not replaced.
    const store = vi.spyOn(drafts, 'set');
    receiveDraft({ ...emptyDraft, text: 'New words' });
    expect(conversation.getState().draft.text).toBe('New words');
    // The only call is that by which the other tab stored it.
    expect(store).toHaveBeenCalledOnce();
    transport.send.mockReturnValueOnce(new Promise(() => undefined));
    conversation.send();
    receiveDraft({ ...emptyDraft, text: 'Newer' });
    expect(conversation.getState().draft.text).toBe('');
  });
});
