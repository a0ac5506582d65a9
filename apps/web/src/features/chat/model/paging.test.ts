import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConversationPage } from '@skein/contracts/chat';
import { ada, aChatMessage, aConversationPage } from '../../../testing/chat.ts';
import { flushPromises, setUp, setUpOpen } from '../../../testing/conversation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('paging around a message', () => {
  it('shows a message with those around it, then newer ones up to the newest', async () => {
    const [first, target, next, newest] = ['1', '2', '3', '4'].map((content) =>
      aChatMessage({ content }),
    );
    if (!first || !target || !next || !newest) throw new Error('There are four messages');
    const page = aConversationPage([newest], { nextCursor: 'c' });
    const { conversation, transport, texts, receive } = await setUpOpen(page);
    const around = { nextCursor: 'a', hasNewer: true };
    transport.loadPage.mockResolvedValueOnce(aConversationPage([first, target], around));
    const shown = [conversation.paging.show(target.id), conversation.paging.show(target.id)];
    expect(await Promise.all(shown)).toEqual([true, true]);
    expect(texts()).toEqual(['1', '2']);
    // A new message is not shown while the messages before it are missing.
    const latest = aChatMessage({ content: '5' });
    receive({ type: 'message', message: latest });
    expect(texts()).toEqual(['1', '2']);
    transport.loadPage.mockResolvedValueOnce(aConversationPage([next], around));
    await conversation.paging.loadNewer();
    expect(conversation.getState().newer).toBe('idle');
    transport.loadPage.mockResolvedValueOnce(aConversationPage([newest], { hasNewer: false }));
    await conversation.paging.loadNewer();
    expect(texts()).toEqual(['1', '2', '3', '4', '5']);
    expect(conversation.getState()).toMatchObject({ newer: 'none', older: { cursor: 'a' } });
    expect(transport.loadPage.mock.calls.map(([, position]) => position)).toEqual([
      {},
      { around: target.id },
      { after: target.id },
      { after: next.id },
    ]);
  });

  it('stays at a shown message after a gap, and returns to the newest when one is sent', async () => {
    const [target, newest] = [aChatMessage({ content: 'target' }), aChatMessage()];
    const { conversation, transport, texts, receive } = await setUpOpen(
      aConversationPage([newest], { nextCursor: 'c' }),
    );
    const around = aConversationPage([target], { nextCursor: 'a', hasNewer: true });
    transport.loadPage.mockResolvedValueOnce(around);
    await conversation.paging.show(target.id);
    transport.loadPage.mockResolvedValueOnce(around);
    receive({ type: 'resync' });
    await flushPromises();
    expect(transport.loadPage).toHaveBeenLastCalledWith(
      ada.id,
      { around: target.id },
      expect.anything(),
    );
    const slow = Promise.withResolvers<ConversationPage>();
    transport.loadPage.mockReturnValueOnce(slow.promise);
    conversation.write('Hello');
    conversation.send();
    await flushPromises();
    // The response arrives before the page, which was read before it.
    slow.resolve(aConversationPage([newest], { nextCursor: 'c' }));
    await flushPromises();
    expect(texts()).toEqual([newest.content, 'Hello']);
  });

  it('opens at a message, or else at the newest', async () => {
    const [target, newest] = [aChatMessage({ content: 'target' }), aChatMessage()];
    const { conversation, transport, texts } = setUp();
    transport.loadPage.mockRejectedValueOnce(new Error('not found'));
    transport.loadPage.mockResolvedValue(aConversationPage([newest]));
    conversation.attach(target.id)();
    conversation.attach(target.id);
    await flushPromises();
    expect(texts()).toEqual([newest.content]);
    expect(await conversation.paging.show(newest.id)).toBe(true);
    transport.loadPage.mockRejectedValueOnce(new Error('not found'));
    expect(await conversation.paging.show(target.id)).toBe(false);
  });
});
