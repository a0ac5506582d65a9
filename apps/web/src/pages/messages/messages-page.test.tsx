import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { User } from '@skein/contracts/users';
import { emptyDraft } from '../../features/chat/model/conversation-state.ts';
import { createDraftStore } from '../../features/chat/drafts/draft-store.ts';
import { syncSessionAcrossTabs } from '../../lib/session/index.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import {
  ada,
  adaConversationId,
  aChatMessage,
  aConversation,
  aConversationPage,
  givenChats,
  initialSettings,
  conversationFields,
} from '../../testing/chat.ts';
import { givenFederation } from '../../testing/federation.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { stubEventSource } from '../../testing/live.ts';
import { aListedUser } from '../../testing/users.ts';
import { navigate, renderApp } from '../../testing/render-app.tsx';
import { aToken } from '../../testing/session.ts';
import { aGroup } from '../../testing/groups.ts';
import { aUsersPage } from '../../testing/settings.ts';
import { aPicture } from '../../testing/threads.ts';

const bea = aListedUser({ name: 'Bea Spool', username: 'bea' });
const ben = aListedUser({ name: 'Ben Carder', username: 'ben' });

describe('the conversation list', () => {
  it('shows each other member, the last message and the unread count', async () => {
    givenChats({
      conversations: [
        aConversation({
          lastMessage: aChatMessage({ content: 'Bring the shuttle' }),
          unreadCount: 2,
        }),
        aConversation({
          user: ben,
          lastMessage: aChatMessage({ senderId: 'viewer', content: '', messageType: 'image' }),
        }),
      ],
    });
    renderApp('/messages');
    const list = await screen.findByRole('navigation', { name: 'Chats' });
    const [first, second] = within(list).getAllByRole('link');
    expect(first).toHaveTextContent(/Ada Weaver.*Bring the shuttle.*2 unread messages/);
    expect(first).toHaveAttribute('href', '/messages/ada');
    expect(second).toHaveTextContent(/Ben Carder.*You: Picture/);
    expect(second).not.toHaveTextContent('unread');
    expect(screen.getByText('No conversation selected')).toBeInTheDocument();
    expect(
      screen.getByText('Choose a conversation from the sidebar to start messaging'),
    ).toBeInTheDocument();
    expect(document.title).toMatch(/Messages · Skein$/);
  });

  it('shows the custom emoji of a name, also above the messages', async () => {
    const emoji = '\u200B:party:\u200B';
    const mia = aListedUser({ name: `Mia ${emoji}`, username: 'mia@knots.example' });
    givenChats({ conversations: [aConversation({ user: mia })], page: conversationFields(mia) });
    renderApp('/messages/mia@knots.example');
    const list = await screen.findByRole('navigation', { name: 'Chats' });
    const picture = await within(list).findByRole('img', { name: ':party:' });
    expect(picture).toHaveAttribute('src', '/media/emoji/knots.example/party');
    const heading = await screen.findByRole('heading', { level: 1, name: /^Mia/ });
    expect(within(heading).getByRole('img', { name: ':party:' })).toBeInTheDocument();
  });

  it('shows the draft of a conversation that is not open', async () => {
    const { viewer } = givenChats({
      conversations: [
        aConversation({ lastMessage: aChatMessage({ content: 'Bring the shuttle' }) }),
        aConversation({ user: ben, unreadCount: 1, lastMessage: aChatMessage({ content: 'New' }) }),
      ],
      page: {},
    });
    const write = (other: User, text: string) =>
      act(() =>
        createDraftStore(viewer.id).write(conversationFields(other), { ...emptyDraft, text }),
      );
    const user = renderApp('/messages');
    const list = await screen.findByRole('navigation', { name: 'Chats' });
    write(ada, 'Which one?');
    write(ben, 'What is new comes first');
    const [first, second] = within(list).getAllByRole('link');
    if (!first) throw new Error('The list is empty');
    expect(first).toHaveTextContent(/Ada Weaver.*Draft: Which one\?/);
    expect(second).toHaveTextContent(/Ben Carder.*New/);
    await user.click(first);
    await screen.findByRole('textbox', { name: 'Write your message' });
    expect(first).toHaveTextContent(/Ada Weaver.*Bring the shuttle/);
  });

  it('shows a draft that is being sent like a sent message', async () => {
    const lastMessage = aChatMessage({ content: 'Bring the shuttle' });
    const { viewer } = givenChats({ conversations: [aConversation({ lastMessage })] });
    const drafts = createDraftStore(viewer.id);
    drafts.write(conversationFields(), { ...emptyDraft, text: 'On the way' }, true);
    renderApp('/messages');
    expect(await screen.findByRole('link', { name: /You: On the way/ })).toBeVisible();
    act(() => drafts.write(conversationFields(), { ...emptyDraft, text: 'On the way' }));
    expect(await screen.findByRole('link', { name: /Draft: On the way/ })).toBeVisible();
  });

  it('shows no draft of a delivered message whose response was lost', async () => {
    const own = { senderId: 'viewer', receiverId: ada.id, content: 'On the way' };
    const lastMessage = aChatMessage({ ...own, clientMessageId: 'a' });
    const { viewer } = givenChats({ conversations: [aConversation({ lastMessage })] });
    const failed = { clientMessageId: 'a', content: 'On the way' };
    createDraftStore(viewer.id).write(conversationFields(), {
      ...emptyDraft,
      text: 'On the way',
      failed,
    });
    renderApp('/messages');
    expect(await screen.findByRole('link', { name: /You: On the way/ })).toBeVisible();
    expect(screen.queryByText('Draft:')).not.toBeInTheDocument();
  });

  it('shows pinned conversations first, also after a message in another one', async () => {
    const stream = stubEventSource();
    const settings = { ...initialSettings, isPinned: true };
    const earlier = { lastMessage: aChatMessage({ senderId: ben.id }) };
    const conversations = [aConversation({ user: ben, ...earlier, settings }), aConversation()];
    givenChats({ conversations });
    renderApp('/messages');
    const names = () =>
      screen.getAllByRole('link', { name: /Ada|Ben/ }).map((row) => row.textContent);
    expect(await screen.findByRole('img', { name: 'Pinned' })).toBeVisible();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    const incoming = aChatMessage({ content: 'Newest' });
    act(() => stream.send('message', incoming, incoming.id));
    expect(await screen.findByText('Newest')).toBeVisible();
    expect(names()).toEqual([expect.stringContaining('Ben'), expect.stringContaining('Ada')]);
  });

  it('offers a retry after a failed load, and followed users if the list is empty', async () => {
    givenChats({ conversations: [] });
    server.use(
      mockRoute(routes.listConversations, () =>
        errorResponse({ status: 400, code: 'validation_failed' }),
      ),
    );
    const user = renderApp('/messages');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenChats({ conversations: [] });
    server.use(
      mockRoute(routes.listFollowing, () =>
        aUsersPage([aListedUser({ name: 'Edith Reel', username: 'edith' })]),
      ),
    );
    await user.click(retry);
    expect(
      await screen.findByText('No chats yet. Search your followers to start one.'),
    ).toBeVisible();
    const followed = await screen.findByRole('region', { name: 'People you follow' });
    const link = within(followed).getByRole('link', { name: /Edith Reel/ });
    expect(link).toHaveAttribute('href', '/messages/edith');
  });

  it('searches followers by name, excludes the viewer, and opens a conversation', async () => {
    // Registered before `/users/me`, because the last registered match answers.
    server.use(mockRoute(routes.getProfile, () => Response.json(ben)));
    const { viewer } = givenChats({ conversations: [], page: { user: ben } });
    const requestedQueries: (string | null)[] = [];
    server.use(
      mockRoute(routes.listFollowers, ({ url }) => {
        const { searchParams } = new URL(url);
        requestedQueries.push(searchParams.get('q'));
        return searchParams.has('cursor')
          ? aUsersPage([ben])
          : aUsersPage([aListedUser({ id: viewer.id, name: 'Bea Self' }), bea], 'second');
      }),
    );
    const user = renderApp('/messages');
    await user.type(
      await screen.findByRole('searchbox', { name: 'Search followers to chat' }),
      'be',
    );
    expect(await screen.findByRole('link', { name: /Bea Spool/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    const found = await screen.findByRole('link', { name: /Ben Carder/ });
    expect(screen.queryByText('Bea Self')).not.toBeInTheDocument();
    expect(requestedQueries).toEqual(['be', 'be']);
    await user.click(found);
    expect(window.location.pathname).toBe('/messages/ben');
    expect(await screen.findByText(/This is the beginning of your conversation/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View profile' })).toHaveAttribute(
      'href',
      '/profile/ben',
    );
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('searches messages and opens a conversation at one of them', async () => {
    const chats = givenChats({});
    const target = aChatMessage({ content: 'Where is the wool?' });
    const answer = aChatMessage({ content: 'Here' });
    const requested = new Array<string>();
    server.use(
      mockRoute(routes.searchMessages, ({ url }) => {
        requested.push(new URL(url).search);
        const matches = [{ start: 13, end: 17 }];
        const content = [{ message: target, ...conversationFields(), matches }];
        return { content, page: 0, size: 10, last: true, nextCursor: null };
      }),
      mockRoute(routes.getConversation, ({ url }) => {
        const { searchParams } = new URL(url);
        requested.push(searchParams.toString());
        if (searchParams.has('after')) return aConversationPage([answer], { hasNewer: false });
        return aConversationPage([target], { hasNewer: searchParams.has('around') });
      }),
    );
    const { intersect } = stubIntersectionObserver();
    const user = renderApp('/messages');
    await user.type(await screen.findByRole('searchbox'), 'wool');
    const link = await screen.findByRole('link', { name: /Where is the ?wool/ });
    expect(within(link).getByText('wool').tagName).toBe('MARK');
    expect(screen.getByText('1 message found')).toHaveRole('status');
    await user.click(link);
    const log = await screen.findByRole('log');
    expect(await within(log).findByText('Where is the wool?')).toBeVisible();
    const row = within(log).getByRole('listitem');
    await waitFor(() => expect(row).toHaveAttribute('data-marked'));
    // Nothing counts as read while newer messages are not shown.
    expect(chats.markedRead).toEqual([]);
    intersect();
    expect(await within(log).findByText('Here')).toBeVisible();
    expect(requested).toEqual(['?q=wool&groups=true', `around=${target.id}`, `after=${target.id}`]);
    // The results stay.
    expect(screen.getByRole('searchbox')).toHaveValue('wool');
  });

  it('finds chats first, then followers, followed users and messages, and nobody twice', async () => {
    const group = aGroup({ name: 'Repair café on Saturday' });
    const conversations = [aConversation({ group }), aConversation()];
    givenChats({ conversations });
    const [repairer, rita] = ['Repair Bea', 'Rita Repair'].map((name) => aListedUser({ name }));
    if (!repairer || !rita) throw new Error('There are two.');
    const message = aChatMessage({ content: 'Repair it' });
    server.use(
      mockRoute(routes.listFollowers, () => aUsersPage([repairer])),
      mockRoute(routes.listFollowing, () => aUsersPage([repairer, rita])),
      mockRoute(routes.searchMessages, () => ({
        content: [{ message, ...conversationFields(), matches: [{ start: 0, end: 6 }] }],
        page: 0,
        size: 10,
        last: true,
        nextCursor: null,
      })),
    );
    const user = renderApp('/messages');
    await user.type(await screen.findByRole('searchbox'), 'Repair');
    await screen.findByRole('link', { name: /Repair ?it/ });
    const names = await screen.findAllByRole('link', { name: /Repair/ });
    expect(names.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Repair café on Saturday/),
      expect.stringMatching(/Repair Bea/),
      expect.stringMatching(/Rita Repair/),
      expect.stringMatching(/Repair it$/),
    ]);
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(headings.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
      'Chats',
      'Followers',
      'People you follow',
      'Messages',
    ]);
  });

  it('finds an account of another server by its handle', async () => {
    givenFederation();
    givenChats({});
    const searched: (string | null)[] = [];
    server.use(
      mockRoute(routes.searchUsers, ({ url }) => {
        searched.push(new URL(url).searchParams.get('q'));
        return [aListedUser({ name: 'Bea', username: 'bea@remote.example' })];
      }),
    );
    const user = renderApp('/messages');
    await user.type(await screen.findByRole('searchbox'), '@bea@remote.example');
    const link = await screen.findByRole('link', { name: /Bea/ });
    expect(link).toHaveAttribute('href', '/messages/bea@remote.example');
    expect(searched).toEqual(['@bea@remote.example']);
  });

  it('says when nothing matches the search', async () => {
    givenChats({});
    const user = renderApp('/messages');
    await user.type(await screen.findByRole('searchbox'), 'xy');
    expect(await screen.findByText('No chats or people found for "xy"')).toBeVisible();
    expect(await screen.findByText('No message found for "xy"')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(screen.getByRole('link', { name: /Ada Weaver/ })).toBeVisible());
  });
});

describe('message requests', () => {
  it('have their own list, with a count in the inbox', async () => {
    givenChats({ conversations: [], requestsCount: 2 });
    const folders: (string | null)[] = [];
    server.use(
      mockRoute(routes.listConversations, ({ url }) => {
        const folder = new URL(url).searchParams.get('folder');
        folders.push(folder);
        return folder === 'requests' ? [aConversation({ user: ben, isRequest: true })] : [];
      }),
    );
    const user = renderApp('/messages');
    await user.click(await screen.findByRole('link', { name: 'Requests (2)' }));
    const list = await screen.findByRole('navigation', { name: 'Message requests' });
    const request = within(list).getByRole('link', { name: /Ben Carder/ });
    expect(request).toHaveAttribute('href', '/messages/ben?folder=requests');
    expect(folders).toEqual([null, 'requests']);
  });

  it('cover files, and can be accepted, answered or declined', async () => {
    const picture = aPicture({ altText: 'A loom' });
    const chats = givenChats({
      page: { content: [aChatMessage({ messageType: 'image', media: picture })], isRequest: true },
    });
    const decisions: string[] = [];
    server.use(
      mockRoute(routes.acceptMessageRequest, () => {
        decisions.push('accept');
        chats.page = { ...chats.page, isRequest: false };
        return { success: true, message: 'Accepted.' };
      }),
      mockRoute(routes.declineMessageRequest, () => {
        decisions.push('decline');
        return { success: true, message: 'Declined.' };
      }),
    );
    const user = renderApp('/messages/ada?folder=requests');
    const bar = await screen.findByRole('region', { name: 'Message request' });
    expect(screen.queryByRole('button', { name: /A loom/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show picture' }));
    expect(screen.getByRole('button', { name: 'Open the picture: A loom' })).toBeVisible();
    const entriesBefore = window.history.length;
    await user.click(within(bar).getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(window.location.pathname).toBe('/messages'));
    // Back does not lead to the declined conversation.
    expect(window.history).toHaveLength(entriesBefore);
    await act(() => navigate('/messages/ada?folder=requests'));
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(bar).not.toBeInTheDocument());
    // The conversation is in the other folder now.
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(window.location.pathname).toBe('/messages/ada');
    expect(window.history).toHaveLength(entriesBefore + 1);
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Message request' })).not.toBeInTheDocument(),
    );
    expect(decisions).toEqual(['decline', 'accept']);
  });

  it('cannot be accepted or declined while their sender is being blocked', async () => {
    givenChats({ page: { content: [aChatMessage()], isRequest: true } });
    const blocked = Promise.withResolvers<void>();
    server.use(
      mockRoute(routes.blockUser, async () => {
        await blocked.promise;
        return { success: true, message: 'Blocked.', isBlocked: true };
      }),
      mockRoute(routes.declineMessageRequest, () => ({ success: true, message: 'Declined.' })),
    );
    const user = renderApp('/messages/ada?folder=requests');
    const bar = await screen.findByRole('region', { name: 'Message request' });
    await user.click(within(bar).getByRole('button', { name: 'Block' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    const accept = within(bar).getByRole('button', { name: 'Accept', hidden: true });
    await waitFor(() => expect(accept).toBeDisabled());
    expect(within(bar).getByRole('button', { name: 'Decline', hidden: true })).toBeDisabled();
    blocked.resolve();
    await waitFor(() => expect(window.location.pathname).toBe('/messages'));
  });

  it('are answered right after they are accepted with a keyboard', async () => {
    const hardwareKeyboard = Object.assign(window.matchMedia(''), { matches: true });
    vi.spyOn(window, 'matchMedia').mockReturnValue(hardwareKeyboard);
    const chats = givenChats({ page: { content: [aChatMessage()], isRequest: true } });
    server.use(
      mockRoute(routes.acceptMessageRequest, () => {
        chats.page = { ...chats.page, isRequest: false };
        return { success: true, message: 'Accepted.' };
      }),
    );
    const user = renderApp('/messages/ada?folder=requests');
    const accept = await screen.findByRole('button', { name: 'Accept' });
    accept.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(accept).not.toBeInTheDocument());
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Write your message' })).toHaveFocus(),
    );
  });

  it('cover all files of a message, which open in one lightbox', async () => {
    const loom = aPicture({ altText: 'A loom' });
    const attachments = [loom, aPicture({ altText: 'A shuttle' })];
    const message = aChatMessage({ messageType: 'image', media: loom, attachments });
    givenChats({ page: { content: [message], isRequest: true } });
    const user = renderApp('/messages/ada?folder=requests');
    await user.click(await screen.findByRole('button', { name: 'Show 2 files' }));
    await user.click(screen.getByRole('button', { name: 'Open picture 2 of 2: A shuttle' }));
    const lightbox = await screen.findByRole('dialog');
    expect(within(lightbox).getByRole('img', { name: 'A shuttle' })).toBeVisible();
  });

  it('tell the sender to wait for an answer', async () => {
    givenChats({ page: { canWrite: false, isAwaitingAnswer: true } });
    renderApp('/messages/ada');
    expect(
      await screen.findByText('You can write more once Ada Weaver accepts or answers.'),
    ).toBeVisible();
  });
});

it('asks to log in if the current user cannot be loaded', async () => {
  const stopFollowing = syncSessionAcrossTabs(() => undefined);
  localStorage.setItem('access_token', aToken());
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  stopFollowing();
  server.use(
    mockRoute(routes.getCurrentUser, () => errorResponse({ status: 404, code: 'not_found' })),
  );
  renderApp('/messages');
  expect(await screen.findByText('Please log in to view your profile.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Go to Login' })).toBeVisible();
});

describe('the conversation in the URL', () => {
  it.each([
    ['the other member', ada.id],
    ['the conversation', adaConversationId],
  ])('is found by the id of %s, and updated', async (_name, id) => {
    const stream = stubEventSource();
    givenChats({ conversations: [], page: { content: [aChatMessage({ content: 'Hello' })] } });
    renderApp(`/messages/${id}`);
    expect(await screen.findByText('Hello')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Ada Weaver' })).toBeVisible();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    const incoming = aChatMessage({ content: 'Newest' });
    act(() => stream.send('message', incoming, incoming.id));
    expect(await screen.findByText('Newest')).toBeVisible();
  });

  it('shows a message if the user does not exist', async () => {
    server.use(
      mockRoute(routes.getProfile, () => errorResponse({ status: 404, code: 'not_found' })),
    );
    givenChats({ conversations: [] });
    renderApp('/messages/nobody');
    expect(await screen.findByText('Person not found')).toBeVisible();
  });
});
