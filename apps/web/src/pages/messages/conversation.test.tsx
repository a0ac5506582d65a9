import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { ConversationSettings } from '@skein/contracts/chat';
import { mockRoute, networkFailure, errorResponse, server } from '../../testing/api.ts';
import {
  ada,
  aChatMessage,
  aConversation,
  aConversationPage,
  givenChats,
  initialSettings,
  adaConversationId,
} from '../../testing/chat.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { stubEventSource } from '../../testing/live.ts';
import { aPicture } from '../../testing/threads.ts';
import { aListedUser, aProfile } from '../../testing/users.ts';
import { renderApp } from '../../testing/render-app.tsx';

const done = { success: true, message: 'Done.' } as const;

const box = () => screen.findByRole('textbox', { name: 'Write your message' });
const log = () => screen.findByRole('log', { name: 'Messages with Ada Weaver' });
const own = (content: string) =>
  aChatMessage({ content, senderId: 'viewer', receiverId: ada.id, clientMessageId: content });

describe('messages', () => {
  it('shows messages by day with links, and marks them as read', async () => {
    const incoming = aChatMessage({ content: 'See #wool by @ben at https://example.org/loom' });
    const first = { ...own('Hello'), createdAt: '2025-03-05T12:00:00.000Z' };
    const chats = givenChats({ page: { content: [first, incoming] } });
    renderApp('/messages/ada');
    const messages = await log();
    expect(within(messages).getByText('Hello')).toBeVisible();
    expect(within(messages).getByRole('link', { name: '#wool' })).toHaveAttribute(
      'href',
      '/hashtag/wool',
    );
    expect(within(messages).getByRole('link', { name: '@ben' })).toHaveAttribute(
      'href',
      '/profile/ben',
    );
    expect(within(messages).getByRole('link', { name: 'example.org/loom' })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow ugc',
    );
    expect(within(messages).getByRole('heading', { name: /2025/ })).toBeVisible();
    await waitFor(() => expect(chats.markedRead).toEqual([incoming.id]));
  });

  it('marks nothing as read while the tab has no focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const chats = givenChats({ page: { content: [aChatMessage({ content: 'Hello' })] } });
    renderApp('/messages/ada');
    expect(await screen.findByText('Hello')).toBeVisible();
    expect(chats.markedRead).toEqual([]);
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(chats.markedRead).toHaveLength(1));
  });

  it('loads older messages when the top comes into view', async () => {
    const { intersect } = stubIntersectionObserver();
    const chats = givenChats({ page: { content: [own('newer')], nextCursor: 'c' } });
    renderApp('/messages/ada');
    expect(await screen.findByText('newer')).toBeVisible();
    chats.page = aConversationPage([own('older')]);
    intersect();
    expect(await screen.findByText('older')).toBeVisible();
    expect(screen.getByText(/This is the beginning/)).toBeVisible();
  });

  it('offers a retry if the conversation cannot be loaded', async () => {
    givenChats({});
    server.use(mockRoute(routes.getConversation, () => networkFailure()));
    const user = renderApp('/messages/ada');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenChats({ page: { content: [own('Hello')] } });
    await user.click(retry);
    expect(await screen.findByText('Hello')).toBeVisible();
  });
});

it('says about an account of another server who can read messages, and which were not delivered', async () => {
  const messages = [own('Lost'), own('Arrived')];
  const user = aListedUser({ ...ada, username: 'ada@remote.example' });
  givenChats({
    page: { content: messages, undeliveredIds: [messages[0]?.id ?? ''], canReact: false, user },
  });
  renderApp('/messages/ada');
  const list = await log();
  expect(within(list).getByText(/administrators of remote.example and of this/)).toBeVisible();
  expect(within(list).getAllByText('Not delivered')).toHaveLength(1);
  expect(within(list).getByText('Sent')).toBeVisible();
  expect(within(list).queryByRole('button', { name: 'React' })).not.toBeInTheDocument();
});

describe('events', () => {
  it('shows incoming messages, typing, read receipts and deletions', async () => {
    const stream = stubEventSource();
    givenChats({ page: { content: [own('Hello')] } });
    renderApp('/messages/ada');
    const messages = await log();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    act(() => stream.send('typing', { conversationId: adaConversationId, userId: ada.id }));
    expect(within(messages).getByText('Ada Weaver is typing')).toBeInTheDocument();

    const incoming = aChatMessage({ content: 'Here I am' });
    act(() => stream.send('message', incoming, incoming.id));
    expect(within(messages).getByText('Here I am')).toBeVisible();
    expect(within(messages).queryByText('Ada Weaver is typing')).not.toBeInTheDocument();
    expect(screen.getByText('Ada Weaver: Here I am').parentElement).toHaveRole('status');

    const mine = own('From another device');
    act(() => stream.send('message', mine, mine.id));
    expect(within(messages).getByText('Sent')).toBeVisible();
    act(() =>
      stream.send('read', { conversationId: adaConversationId, userId: ada.id, upTo: mine.id }),
    );
    expect(within(messages).getByText('Seen')).toBeVisible();
    act(() =>
      stream.send('message.deleted', { conversationId: adaConversationId, messageId: incoming.id }),
    );
    expect(within(messages).queryByText('Here I am')).not.toBeInTheDocument();
    expect(within(messages).getByText('Message deleted')).toBeVisible();
  });
});

describe('the message box', () => {
  it('sends on Enter, breaks the line on Shift+Enter, and ignores Enter during composition', async () => {
    const chats = givenChats({});
    const user = renderApp('/messages/ada');
    const textBox = await box();
    await user.type(textBox, 'One{Shift>}{Enter}{/Shift}two');
    fireEvent.compositionStart(textBox);
    fireEvent.keyDown(textBox, { key: 'Enter', isComposing: true });
    expect(chats.sent).toEqual([]);
    fireEvent.compositionEnd(textBox);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    await user.type(textBox, '{Enter}');
    expect(textBox).toHaveValue('');
    await waitFor(() => expect(chats.sent).toHaveLength(1));
    expect(chats.sent[0]).toMatchObject({ receiverId: ada.id, content: 'One\ntwo' });
    expect(await screen.findByText('Sent')).toBeVisible();
  });

  it('shows the message optimistically, and restores the text on failure', async () => {
    givenChats({});
    let fail = () => {};
    const tried: unknown[] = [];
    server.use(
      mockRoute(routes.sendMessage, async (request) => {
        // What the client sends is typed by the contract.
        tried.push(((await request.json()) as Record<string, unknown>)['clientMessageId']);
        await new Promise<void>((resolve) => {
          fail = resolve;
        });
        return networkFailure();
      }),
    );
    const user = renderApp('/messages/ada');
    await user.type(await box(), 'Hello{Enter}');
    const messages = await log();
    expect(within(messages).getByText('Hello')).toBeVisible();
    expect(within(messages).getByText('Sending...')).toBeVisible();
    await waitFor(() => expect(tried).toHaveLength(1));
    fail();
    expect(await screen.findByRole('alert', { name: '' })).toBeInTheDocument();
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(within(messages).queryByText('Hello')).not.toBeInTheDocument();
    expect(await box()).toHaveValue('Hello');
    await user.type(await box(), '{Enter}');
    await waitFor(() => expect(tried).toHaveLength(2));
    expect(tried[1]).toBe(tried[0]);
    fail();
  });

  it('uploads the chosen files with their alt texts, and sends them in one message', async () => {
    const chats = givenChats({});
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const altTexts: unknown[] = [];
    server.use(
      mockRoute(routes.uploadMedia, async (request) => {
        altTexts.push((await request.formData()).get('altText'));
        const mediaUrl = `/media/${altTexts.length}.webp`;
        return { ...done, post: { id: ada.id, content: '', mediaUrl, mediaType: 'image' } };
      }),
    );
    const user = renderApp('/messages/ada');
    await box();
    const picker = screen.getByLabelText('Add pictures, videos or a recording', {
      selector: 'input',
    });
    const choose = (...files: [name: string, type: string][]) =>
      fireEvent.change(picker, {
        target: { files: files.map(([name, type]) => new File(['x'], name, { type })) },
      });
    choose(['notes.pdf', 'application/pdf'], ['loom.png', 'image/png']);
    expect(
      await screen.findByText("notes.pdf can't be sent. Choose pictures, videos or recordings."),
    ).toBeVisible();
    choose(['song.mp3', 'audio/mpeg'], ['wool.png', 'image/png'], ['reed.png', 'image/png']);
    expect(await screen.findByText('A recording can only be sent alone.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'ALT: describe loom.png' }));
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'A loom');
    await user.click(screen.getByRole('button', { name: 'Remove wool.png' }));
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move reed.png/ }), { key: 'Home' });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(chats.sent).toHaveLength(1));
    expect(altTexts).toEqual(['', 'A loom']);
    expect(chats.sent[0]).toMatchObject({
      messageType: 'image',
      attachments: [{ mediaUrl: '/media/1.webp' }, { mediaUrl: '/media/2.webp' }],
    });
    choose(...Array.from({ length: 11 }, (_, i): [string, string] => [`${i}.png`, 'image/png']));
    expect(await screen.findByText('A message can have up to 10 files.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(10);
  });

  describe('while a pasted file is being added', () => {
    const paste = (textBox: HTMLElement, name: string, type = 'image/png') => {
      const files = [new File(['x'], name, { type })];
      fireEvent.paste(textBox, { clipboardData: { files, types: ['Files'] } });
    };
    const pressEnter = (textBox: HTMLElement) => fireEvent.keyDown(textBox, { key: 'Enter' });
    const added = (name: string) => screen.findByRole('button', { name: `Remove ${name}` });
    const givenUploads = () => {
      vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
      vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
      server.use(
        mockRoute(routes.uploadMedia, () => ({
          ...done,
          post: { id: ada.id, content: '', mediaUrl: '/media/1.webp', mediaType: 'image' },
        })),
      );
    };

    it('Enter sends it once, with the text', async () => {
      const chats = givenChats({});
      givenUploads();
      const user = renderApp('/messages/ada');
      const textBox = await box();
      await user.type(textBox, 'Look');
      paste(textBox, 'loom.png');
      pressEnter(textBox);
      pressEnter(textBox);
      await waitFor(() => expect(chats.sent).toHaveLength(1));
      expect(chats.sent[0]).toMatchObject({
        content: 'Look',
        attachments: [{ mediaUrl: '/media/1.webp' }],
      });
      expect(textBox).toHaveValue('');
    });

    it('Enter sends nothing if another file cannot be added, and the reason stays', async () => {
      const chats = givenChats({});
      givenUploads();
      const user = renderApp('/messages/ada');
      const textBox = await box();
      await user.type(textBox, 'Look');
      paste(textBox, 'notes.pdf', 'application/pdf');
      paste(textBox, 'loom.png');
      pressEnter(textBox);
      expect(await added('loom.png')).toBeVisible();
      expect(screen.getByText(/^notes.pdf can't be sent/)).toBeVisible();
      expect(textBox).toHaveValue('Look');
      paste(textBox, 'wool.png');
      expect(await added('wool.png')).toBeVisible();
      expect(screen.queryByText(/^notes.pdf can't be sent/)).not.toBeInTheDocument();
      expect(chats.sent).toEqual([]);
    });
  });

  it('shows where files can be dropped', async () => {
    givenChats({ page: { content: [own('Hello')] } });
    renderApp('/messages/ada');
    const message = await screen.findByText('Hello');
    fireEvent.dragOver(message, { dataTransfer: { types: ['Files'] } });
    expect(await screen.findByText('Drop files here')).toBeVisible();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } });
    await waitFor(() => expect(screen.queryByText('Drop files here')).not.toBeInTheDocument());
  });

  it('plays an own video as soon as it is converted', async () => {
    const video = aPicture({ mediaType: 'video', altText: 'A loom', mediaUrl: '/media/v.mp4' });
    const media = { ...video, processing: { isPlayable: false, percent: 42 } };
    givenChats({ page: { content: [{ ...own(''), messageType: 'video', media }] } });
    server.use(mockRoute(routes.getMedia, () => video));
    renderApp('/messages/ada');
    expect(await screen.findByLabelText('A loom')).toHaveAttribute('src', '/media/v.mp4');
  });

  it('keeps the draft of each conversation', async () => {
    givenChats({});
    const user = renderApp('/messages/ada');
    await user.type(await box(), 'Half a thou');
    await user.click(screen.getAllByRole('link', { name: 'Messages' })[0] ?? document.body);
    expect(await screen.findByText('No conversation selected')).toBeInTheDocument();
    await user.click(await screen.findByRole('link', { name: /Ada Weaver/ }));
    expect(await box()).toHaveValue('Half a thou');
  });

  it.each([true, false])('states that the message becomes a request: %s', async (sendsRequest) => {
    givenChats({ page: { sendsRequest } });
    renderApp('/messages/ada');
    const hint =
      'Your message arrives as a request. Ada Weaver sees it in Requests until they accept.';
    expect(await box()).toHaveAccessibleDescription(sendsRequest ? hint : '');
  });

  it('is replaced by a note if the viewer may not write', async () => {
    givenChats({ page: { canWrite: false, content: [own('Long ago')] } });
    renderApp('/messages/ada');
    expect(await screen.findByText("You can't message Ada Weaver.")).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('a user who has blocked the viewer', () => {
  it('appears without username and links, and the conversation stays readable', async () => {
    const unknown = aListedUser({ id: ada.id, name: 'Unknown User', username: '' });
    const message = aChatMessage({ content: 'Long ago', senderName: 'Unknown User' });
    givenChats({
      conversations: [aConversation({ user: unknown, lastMessage: message })],
      page: { user: unknown, canWrite: false, content: [message] },
    });
    server.use(
      mockRoute(routes.getProfile, () => errorResponse({ status: 404, code: 'not_found' })),
    );
    const user = renderApp('/messages');
    await user.click(await screen.findByRole('link', { name: /Unknown User/ }));
    expect(await screen.findByRole('heading', { name: 'Unknown User' })).toBeVisible();
    const messages = screen.getByRole('log', { name: 'Messages with Unknown User' });
    expect(within(messages).getByText('Long ago')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Conversation info' }));
    await screen.findByRole('button', { name: 'Delete Chat' });
    expect(screen.queryByRole('button', { name: 'Block' })).not.toBeInTheDocument();
    for (const link of screen.queryAllByRole('link', { hidden: true })) {
      expect(link.getAttribute('href')).not.toMatch(/^\/profile\//);
    }
  });
});

it('offers to unblock a user whom the viewer has blocked, without link to the profile', async () => {
  const blocked = aListedUser({ id: ada.id, name: 'Ada Before', username: '' });
  givenChats({ page: { user: blocked, canWrite: false } });
  server.use(
    mockRoute(routes.getProfile, () =>
      aProfile({ id: ada.id, name: 'Ada After', isBlocked: true }),
    ),
  );
  const user = renderApp(`/messages/${ada.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  expect(await screen.findByRole('button', { name: 'Unblock' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View profile' })).not.toBeInTheDocument();
});

describe('the message menu', () => {
  it('deletes an own message after confirmation', async () => {
    const message = { ...own('Oops'), createdAt: new Date().toISOString() };
    givenChats({ page: { content: [message] } });
    server.use(mockRoute(routes.deleteMessage, () => done));
    const user = renderApp('/messages/ada');
    await user.click(await screen.findByRole('button', { name: 'Message actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(await log()).findByText('Message deleted')).toBeVisible();
  });

  it('offers deletion only for recent own messages, and reports only for others', async () => {
    const old = { ...own('Long ago'), createdAt: '2025-03-05T12:00:00.000Z' };
    givenChats({ page: { content: [old, aChatMessage()] } });
    const user = renderApp('/messages/ada');
    const [mine, hers] = await screen.findAllByRole('button', {
      name: 'Message actions',
    });
    await user.click(mine ?? document.body);
    expect(await screen.findByRole('menuitem', { name: 'Copy text' })).toBeVisible();
    expect(screen.getAllByRole('menuitem')).toHaveLength(3);
    await user.keyboard('{Escape}');
    await user.click(hers ?? document.body);
    expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeVisible();
  });
});

describe('the info panel', () => {
  async function openPanel() {
    const user = renderApp('/messages/ada');
    await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
    return { user, panel: await screen.findByRole('dialog', { name: 'Conversation info' }) };
  }

  function givenProfile() {
    server.use(mockRoute(routes.getProfile, () => aProfile({ ...ada })));
  }

  it('pins, mutes and ignores the conversation', async () => {
    givenProfile();
    givenChats({ page: { content: [own('Hello')] } });
    const changes: unknown[] = [];
    server.use(
      mockRoute(routes.updateConversationSettings, async (request) => {
        // The contract types the request body.
        const change = (await request.json()) as Partial<ConversationSettings>;
        changes.push(change);
        return { ...done, settings: { ...initialSettings, isMuted: false, ...change } };
      }),
    );
    const { user, panel } = await openPanel();
    const mute = within(panel).getByRole('switch', { name: 'Mute Notification' });
    expect(mute).toBeChecked();
    await user.click(mute);
    expect(mute).not.toBeChecked();
    await user.click(within(panel).getByRole('switch', { name: 'Ignore messages' }));
    await user.click(within(panel).getByRole('button', { name: 'Pin chat' }));
    expect(await within(panel).findByRole('button', { name: 'Unpin chat' })).toBeVisible();
    await waitFor(() =>
      expect(changes).toEqual([{ isMuted: false }, { isIgnored: true }, { isPinned: true }]),
    );
  });

  it('opens the info panel beside the conversation in a wide window, and closes it on Escape', async () => {
    const match = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(match(query), { matches: query === '(width >= 80rem)' }),
    );
    givenProfile();
    givenChats({});
    const user = renderApp('/messages/ada');
    const opener = await screen.findByRole('button', { name: 'Conversation info' });
    await user.click(opener);
    const panel = await screen.findByRole('complementary', { name: 'Conversation info' });
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The conversation beside the panel stays usable.
    await user.type(await box(), 'Hello');
    await user.keyboard('{Escape}');
    expect(panel).toBeVisible();
    act(() => within(panel).getByRole('button', { name: 'Close' }).focus());
    // The first one closes the tooltip of the button.
    await user.keyboard('{Escape}{Escape}');
    expect(panel).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('blocks the other member after confirmation', async () => {
    givenProfile();
    const chats = givenChats({});
    server.use(
      mockRoute(routes.blockUser, () => {
        chats.page = aConversationPage([], { canWrite: false });
        return { ...done, isBlocked: true };
      }),
    );
    const { user, panel } = await openPanel();
    await user.click(within(panel).getByRole('button', { name: 'Block' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ada Weaver?' });
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText("You can't message Ada Weaver.")).toBeInTheDocument();
  });

  it('clears the conversation for the viewer after confirmation', async () => {
    givenProfile();
    givenChats({});
    server.use(mockRoute(routes.clearConversation, () => done));
    const { user, panel } = await openPanel();
    await user.click(within(panel).getByRole('button', { name: 'Delete Chat' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(window.location.pathname).toBe('/messages'));
    expect(await screen.findByText('No conversation selected')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Ada Weaver/ })).not.toBeInTheDocument();
  });

  it('shows calls as unavailable', async () => {
    givenProfile();
    givenChats({});
    renderApp('/messages/ada');
    for (const name of ['Call', 'Video call']) {
      const button = await screen.findByRole('button', { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription('Not available');
    }
  });
});

it('shows a message if the conversation does not exist', async () => {
  givenChats({});
  server.use(
    mockRoute(routes.getConversation, () => errorResponse({ status: 404, code: 'not_found' })),
  );
  renderApp(`/messages/${ada.id}`);
  expect(await screen.findByText('Person not found')).toBeVisible();
});
