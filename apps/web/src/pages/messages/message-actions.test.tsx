import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { ChatMessage } from '@skein/contracts/chat';
import { mockRoute, server } from '../../testing/api.ts';
import {
  ada,
  aChatMessage,
  aConversation,
  givenChats,
  adaConversationId,
} from '../../testing/chat.ts';
import { stubEventSource } from '../../testing/live.ts';
import { renderApp } from '../../testing/render-app.tsx';

const box = () => screen.findByRole('textbox', { name: 'Write your message' });
const log = () => screen.findByRole('log', { name: 'Messages with Ada Weaver' });
const own = (content: string) =>
  aChatMessage({ content, senderId: 'viewer', receiverId: ada.id, clientMessageId: content });

describe('reactions', () => {
  it('shows and announces those of the other member, and adds and removes own ones', async () => {
    const stream = stubEventSource();
    const message = aChatMessage({ content: 'A new loom' });
    givenChats({ page: { content: [message] } });
    let stored: string[] = [];
    const answer = (emoji: string | null) => ({
      ...message,
      revision: 2 + stored.length,
      reactions: [
        { userId: ada.id, emoji: '👍' },
        ...(emoji === null ? [] : [{ userId: 'viewer', emoji }]),
      ],
    });
    server.use(
      mockRoute(routes.reactToMessage, async (request) => {
        // The contract types the request body.
        const { emoji } = (await request.json()) as { emoji: string };
        stored = [...stored, emoji];
        return answer(emoji);
      }),
      mockRoute(routes.removeMessageReaction, () => {
        stored = [...stored, 'none'];
        return answer(null);
      }),
    );
    const user = renderApp('/messages/ada');
    const messages = await log();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    const reactions = [{ userId: ada.id, emoji: '👍' }];
    act(() => stream.send('messageChanged', { ...message, reactions, revision: 1 }));
    expect(screen.getByText('Ada Weaver reacted with 👍').parentElement).toHaveRole('status');
    await user.click(within(messages).getByRole('button', { name: 'Ada Weaver reacted with 👍' }));
    const both = 'You and Ada Weaver reacted with 👍';
    expect(await within(messages).findByRole('button', { name: both })).toHaveTextContent('2');
    await user.click(within(messages).getByRole('button', { name: both }));
    await waitFor(() => expect(stored).toEqual(['👍', 'none']));
    const react = within(messages).getByRole('button', { name: 'React' });
    await user.click(react);
    expect(await screen.findByRole('button', { name: 'React with 😂' })).toBeVisible();
    expect(react).toHaveAttribute('aria-expanded', 'true');
    await user.click(react);
    await waitFor(() => expect(react).toHaveAttribute('aria-expanded', 'false'));
    expect(screen.queryByRole('button', { name: 'React with 😂' })).not.toBeInTheDocument();
    await user.click(react);
    await user.click(await screen.findByRole('button', { name: 'React with 😂' }));
    expect(
      await within(messages).findByRole('button', { name: 'You reacted with 😂' }),
    ).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(stored).toEqual(['👍', 'none', '😂']));
  });

  it('are announced again for another message, and not with changes of the viewer', async () => {
    const stream = stubEventSource();
    const [first, second] = [aChatMessage(), aChatMessage()];
    givenChats({ page: { content: [first, second] } });
    renderApp('/messages/ada');
    await log();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    const reactions = [{ userId: ada.id, emoji: '👍' }];
    const announcement = () =>
      screen.getByText('Ada Weaver reacted with 👍', { selector: '[role="status"] *' });
    act(() => stream.send('messageChanged', { ...first, reactions, revision: 1 }));
    const announced = announcement();
    act(() => stream.send('messageChanged', { ...second, reactions, revision: 1 }));
    // Screen readers announce new elements.
    expect(announcement()).not.toBe(announced);
    const latest = announcement();
    const ownReaction = { userId: 'viewer', emoji: '🧶' };
    const changed = { ...first, reactions: [...reactions, ownReaction], revision: 2 };
    act(() => stream.send('messageChanged', changed));
    expect(announcement()).toBe(latest);
  });

  it('can only be read while the viewer cannot react', async () => {
    const reactions = [{ userId: ada.id, emoji: '👍' }];
    givenChats({ page: { content: [aChatMessage({ reactions })], canReact: false } });
    renderApp('/messages/ada');
    const messages = await log();
    expect(within(messages).getByText('Ada Weaver reacted with 👍')).toBeInTheDocument();
    expect(within(messages).queryByRole('button', { name: /react/i })).not.toBeInTheDocument();
  });
});

describe('the keyboard', () => {
  it('reaches all controls of the messages from one tab stop', async () => {
    const reactions = [{ userId: ada.id, emoji: '👍' }];
    const first = aChatMessage({ content: 'See https://example.org', reactions });
    givenChats({ page: { content: [first, aChatMessage()] } });
    const user = renderApp('/messages/ada');
    const messages = await log();
    const textBox = await box();
    const [upperMenu, lowerMenu] = within(messages).getAllByRole('button', {
      name: 'Message actions',
    });
    const [upperReply, lowerReply] = within(messages).getAllByRole('button', { name: 'Reply' });
    const tabStops = () =>
      [...messages.querySelectorAll('a, button')].filter((control) =>
        control.matches('[tabindex="0"]'),
      );
    await waitFor(() => expect(tabStops()).toEqual([lowerMenu]));
    act(() => lowerMenu?.focus());
    await user.keyboard('{ArrowLeft}');
    expect(lowerReply).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(upperReply).toHaveFocus();
    expect(tabStops()).toEqual([upperReply]);
    await user.keyboard('{ArrowLeft>2}');
    expect(within(messages).getByRole('button', { name: /reacted with/ })).toHaveFocus();
    await user.keyboard('{ArrowLeft>2}');
    expect(within(messages).getByRole('link', { name: 'example.org' })).toHaveFocus();
    await user.keyboard('{ArrowRight>4}{ArrowUp}');
    expect(upperMenu).toHaveFocus();
    await user.tab();
    expect(messages).not.toContainElement(document.activeElement as HTMLElement);
    expect(tabStops()).toEqual([lowerMenu]);
    expect(textBox).toBeVisible();
  });
});

describe('replies', () => {
  it('quote a message, which the quote leads to', async () => {
    const stream = stubEventSource();
    const message = aChatMessage({ content: 'Which loom?' });
    const chats = givenChats({ page: { content: [message] } });
    const user = renderApp('/messages/ada');
    const messages = await log();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Message actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reply' }));
    expect(await screen.findByText('Reply to Ada Weaver')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Reply to Ada Weaver')).not.toBeInTheDocument();
    await user.click(within(messages).getByRole('button', { name: 'Reply' }));
    await user.type(await box(), 'The old one{Enter}');
    await waitFor(() => expect(chats.sent[0]).toMatchObject({ replyToId: message.id }));
    const reply: ChatMessage = {
      ...own('Yours'),
      createdAt: new Date().toISOString(),
      replyTo: {
        id: message.id,
        senderId: ada.id,
        content: 'Which loom?',
        messageType: 'text',
        isDeleted: false,
      },
    };
    act(() => stream.send('message', reply, reply.id));
    const quote = /^Reply to Ada Weaver: ?Which loom\?$/;
    await user.click(within(messages).getByRole('button', { name: quote }));
    const rowOfFocus = () => document.activeElement?.closest('[data-message]');
    await waitFor(() => expect(rowOfFocus()).toHaveAttribute('data-message', message.id));
    act(() =>
      stream.send('message.deleted', { conversationId: adaConversationId, messageId: message.id }),
    );
    expect(
      within(messages).getByRole('button', { name: /^Reply to Ada Weaver: ?Message deleted$/ }),
    ).toBeVisible();
  });
});

describe('editing', () => {
  it('changes an own message by menu or keyboard, and its quotes and preview live', async () => {
    const stream = stubEventSource();
    const mine = { ...own('Hte loom'), createdAt: new Date().toISOString() };
    const { id, senderId, content, messageType } = mine;
    const hers = aChatMessage({
      replyTo: { id, senderId, content, messageType, isDeleted: false },
    });
    const stored: string[] = [];
    givenChats({
      conversations: [aConversation({ lastMessage: hers })],
      page: { content: [mine, hers] },
    });
    server.use(
      mockRoute(routes.editMessage, async (request) => {
        // The contract types the request body.
        const { content: text } = (await request.json()) as { content: string };
        stored.push(text);
        const editedAt = new Date().toISOString();
        return { ...mine, content: text, revision: stored.length, editedAt };
      }),
    );
    const user = renderApp('/messages/ada');
    const messages = await log();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    await user.type(await box(), '{ArrowUp}');
    const editBox = screen.getByRole('textbox', { name: 'Edit message' });
    expect(editBox).toHaveValue('Hte loom');
    await user.keyboard('{Escape}');
    expect(await box()).toHaveValue('');
    const [menu] = within(messages).getAllByRole('button', { name: 'Message actions' });
    await user.click(menu ?? document.body);
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
    await user.clear(screen.getByRole('textbox'));
    await user.keyboard('The loom{Enter}');
    expect(await within(messages).findByText('Edited')).toBeVisible();
    expect(await box()).toHaveFocus();
    expect(stored).toEqual(['The loom']);
    expect(
      within(messages).getByRole('button', { name: /^Reply to your message: ?The loom$/ }),
    ).toBeVisible();
    const changed = { ...hers, content: 'Oh', revision: 1, editedAt: hers.createdAt };
    act(() => stream.send('messageChanged', changed));
    expect(await screen.findByRole('link', { name: /Ada Weaver.*Oh/ })).toBeVisible();
    expect(screen.getByText('Ada Weaver edited a message: Oh').parentElement).toHaveRole('status');
  });
});
