import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { profileImageMaxBytes } from '@skein/contracts/limits';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { ada } from '../../testing/chat.ts';
import { aPictureFile, givenDecodableImages } from '../../testing/composer.ts';
import {
  aGroupDetails,
  aGroupEvent,
  aGroupMember,
  aGroupMessage,
  ben,
  givenGroup,
} from '../../testing/groups.ts';
import { stubEventSource } from '../../testing/live.ts';
import { renderApp } from '../../testing/render-app.tsx';

const done = { success: true, message: 'Done.' } as const;
const emptyPage = { content: [], page: null, size: 20, last: true, nextCursor: null };
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write your message' });
const own = { senderId: 'viewer', senderName: 'Grace Loom' };

it('lists a group with the sender of the last message, a mention or a change', async () => {
  const group = aGroupDetails();
  const message = aGroupMessage(group, { content: 'Hi @grace' });
  givenGroup(group, [message], { row: { unreadCount: 1, hasUnreadMention: true } });
  renderApp('/messages');
  const row = await screen.findByRole('link', { name: /Weavers/ });
  expect(row).toHaveTextContent('Ada Weaver: Hi @grace');
  expect(row).toHaveAttribute('href', `/messages/${group.id}`);
  expect(within(row).getByRole('img', { name: 'You were mentioned' })).toBeVisible();
});

it('shows senders, changes, readers and typing members, and sends to the group', async () => {
  const group = aGroupDetails();
  const added = aGroupEvent(group, { users: [{ id: 'viewer', name: 'Grace Loom' }] });
  const removed = aGroupEvent(
    group,
    { type: 'member_removed', users: [{ id: 'x', name: null }] },
    own,
  );
  const fromAda = aGroupMessage(group, { content: 'Who brings wool?' });
  const fromBen = aGroupMessage(group, {
    content: 'Me',
    senderId: ben.id,
    senderName: ben.name,
    reactions: [
      { userId: 'viewer', emoji: '🧶' },
      { userId: ada.id, emoji: '🧶' },
    ],
  });
  const mine = aGroupMessage(group, { ...own, content: 'Great', clientMessageId: 'great' });
  group.members = group.members.map((member) =>
    member.user.id === ada.id ? { ...member, readUpTo: mine.id } : member,
  );
  const chats = givenGroup(group, [added, removed, fromAda, fromBen, mine]);
  const stream = stubEventSource();
  const user = renderApp(`/messages/${group.id}`);
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  const log = await screen.findByRole('log', { name: 'Messages with Weavers' });
  expect(within(log).getByText('Ada Weaver added you')).toBeVisible();
  expect(within(log).getByText('You removed Unknown User')).toBeVisible();
  expect(within(log).getByText('Ada Weaver')).toBeVisible();
  expect(within(log).getByText('Ben Spinner')).toBeVisible();
  const reaction = await within(log).findByRole('button', {
    name: 'You and Ada Weaver reacted with 🧶',
  });
  expect(reaction).toHaveTextContent('🧶2');
  const readers = await within(log).findByRole('button', { name: 'Seen by Ada Weaver' });
  await user.click(readers);
  const dialog = await screen.findByRole('dialog', { name: 'Read receipts' });
  const unread = within(dialog).getByRole('region', { name: 'Not seen yet' });
  expect(within(unread).getByRole('link', { name: /Ben Spinner/ })).toBeVisible();
  await user.keyboard('{Escape}');
  act(() => stream.send('typing', { conversationId: group.id, userId: ada.id }));
  expect(await within(log).findByText('Ada Weaver is typing')).toBeVisible();
  act(() => stream.send('typing', { conversationId: group.id, userId: ben.id }));
  expect(within(log).getByText('Ada Weaver and Ben Spinner are typing')).toBeVisible();
  act(() => stream.send('read', { userId: ben.id, conversationId: group.id, upTo: mine.id }));
  expect(await within(log).findByRole('button', { name: 'Seen by everyone' })).toBeVisible();
  await user.type(await box(), 'See you{Enter}');
  await waitFor(() => expect(chats.sent).toHaveLength(1));
  expect(chats.sent[0]).toMatchObject({ conversationId: group.id, content: 'See you' });
});

it('does not list members who joined after the message in its read receipts', async () => {
  const group = aGroupDetails();
  const mine = aGroupMessage(group, {
    senderId: 'viewer',
    senderName: 'Grace Loom',
    content: 'Early',
    clientMessageId: 'early',
  });
  const later = aGroupEvent(
    group,
    { type: 'member_joined', users: [] },
    { senderId: ben.id, senderName: ben.name },
  );
  group.members = group.members.map((member) =>
    member.user.id === ben.id ? { ...member, readUpTo: later.id, joinedAfter: mine.id } : member,
  );
  givenGroup(group, [mine, later]);
  const stream = stubEventSource();
  const user = renderApp(`/messages/${group.id}`);
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  const log = await screen.findByRole('log');
  expect(await within(log).findByText('Sent')).toBeVisible();
  act(() => stream.send('read', { userId: ada.id, conversationId: group.id, upTo: mine.id }));
  await user.click(await within(log).findByRole('button', { name: 'Seen by Ada Weaver' }));
  const dialog = await screen.findByRole('dialog', { name: 'Read receipts' });
  expect(within(dialog).queryByText('Not seen yet')).not.toBeInTheDocument();
});

it('says who became an admin because the last one left', async () => {
  const group = aGroupDetails();
  const becameAdmin = (user: { id: string; name: string }) =>
    aGroupEvent(
      group,
      { type: 'admin_added', users: [user] },
      { senderId: user.id, senderName: user.name },
    );
  givenGroup(group, [becameAdmin(ada), becameAdmin({ id: 'viewer', name: 'Grace Loom' })]);
  renderApp(`/messages/${group.id}`);
  const log = await screen.findByRole('log', { name: 'Messages with Weavers' });
  expect(within(log).getByText('Ada Weaver is now an admin')).toBeVisible();
  expect(within(log).getByText('You are now an admin')).toBeVisible();
});

it('completes mentions of members with the keyboard, and highlights those of the viewer', async () => {
  const group = aGroupDetails();
  givenGroup(group, [aGroupMessage(group, { content: 'Hi @grace and @ben' })]);
  const user = renderApp(`/messages/${group.id}`);
  const mention = await screen.findByRole('link', { name: '@ben' });
  expect(mention).not.toHaveClass('bg-match');
  const textBox = await box();
  await user.type(textBox, 'Hey @');
  const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
  await screen.findByRole('listbox');
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'AWAda Weaver@ada',
    'BSBen Spinner@ben',
  ]);
  await user.type(textBox, 's');
  expect(options()).toHaveLength(1);
  expect(textBox).toHaveAttribute('aria-activedescendant', options()[0]?.id);
  await user.keyboard('{Enter}');
  expect(textBox).toHaveValue('Hey @ben ');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('creates a group with the chosen people', async () => {
  const group = aGroupDetails({ name: 'Dyers' });
  givenGroup(group, [], { row: {} });
  let body: unknown;
  server.use(
    mockRoute(routes.listFollowers, () => ({
      ...emptyPage,
      content: [ada],
    })),
    mockRoute(routes.searchUsers, () => [ben]),
    mockRoute(routes.createGroup, async (request) => {
      body = await request.json();
      return group;
    }),
  );
  const user = renderApp('/messages');
  await user.click(await screen.findByRole('button', { name: 'New group' }));
  const name = await screen.findByRole('textbox', { name: 'Group name' });
  await waitFor(() => expect(name).toHaveFocus());
  await user.keyboard('Dyers');
  await user.click(await screen.findByRole('checkbox', { name: /Ada Weaver/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Add people' }), 'ben');
  await user.click(await screen.findByRole('checkbox', { name: /Ben Spinner/ }));
  expect(screen.getByText('2 people selected')).toHaveRole('status');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  expect(await screen.findByRole('heading', { name: 'Dyers', level: 1 })).toBeVisible();
  expect(body).toEqual({ name: 'Dyers', userIds: [ada.id, ben.id] });
});

it('shows why a group was not created', async () => {
  givenGroup(aGroupDetails(), []);
  server.use(
    mockRoute(routes.listFollowers, () => emptyPage),
    mockRoute(routes.createGroup, () =>
      errorResponse({ status: 403, message: 'Ben cannot be added.' }),
    ),
  );
  const user = renderApp('/messages');
  await user.click(await screen.findByRole('button', { name: 'New group' }));
  await user.type(await screen.findByRole('textbox', { name: 'Group name' }), 'Dyers');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  expect(await screen.findByText('Ben cannot be added.')).toHaveRole('alert');
});

it('lets admins rename the group, add and remove members, and change roles', async () => {
  const pending = aGroupMember({ user: { ...ben, id: 'carl', name: 'Carl' }, isPending: true });
  const group = aGroupDetails();
  group.members = [...group.members, pending];
  const { current } = givenGroup(group, [aGroupMessage(group)]);
  const requests: string[] = [];
  const record = ({ method, url }: Request) => requests.push(`${method} ${url.split('/api')[1]}`);
  server.use(
    mockRoute(routes.searchUsers, () => []),
    mockRoute(routes.listFollowers, () => ({
      ...emptyPage,
      content: [ada, { ...ada, id: 'dora', name: 'Dora' }],
    })),
    mockRoute(routes.updateGroup, (request) => {
      record(request);
      current.group = { ...current.group, name: 'Dyers' };
      return current.group;
    }),
    mockRoute(routes.addGroupMembers, (request) => {
      record(request);
      return current.group;
    }),
    mockRoute(routes.updateGroupMember, (request) => {
      record(request);
      return current.group;
    }),
    mockRoute(routes.removeGroupMember, (request) => {
      record(request);
      return done;
    }),
  );
  const user = renderApp(`/messages/${group.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  const members = await screen.findByRole('region', { name: 'Members' });
  expect(within(members).getByText('Invited')).toBeVisible();
  expect(within(members).getByText('Admin')).toBeVisible();
  await user.click(within(members).getByRole('button', { name: 'Actions for Ada Weaver' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make admin' }));
  await user.click(within(members).getByRole('button', { name: 'Actions for Ben Spinner' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from group' }));
  const confirm = await screen.findByRole('alertdialog');
  await user.click(within(confirm).getByRole('button', { name: 'Remove from group' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Add members' }));
  const people = await screen.findByRole('dialog', { name: 'Add members' });
  // Members are not offered.
  await user.click(await within(people).findByRole('checkbox'));
  await user.click(within(people).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(people).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Edit name and picture' }));
  const name = await screen.findByRole('textbox', { name: 'Group name' });
  await user.clear(name);
  await user.type(name, 'Dyers{Enter}');
  expect(
    await screen.findByRole('heading', { name: 'Dyers', level: 1, hidden: true }),
  ).toBeVisible();
  const path = `/chat/groups/${group.id}`;
  expect(requests).toEqual([
    `PUT ${path}/members/${ada.id}`,
    `DELETE ${path}/members/${ben.id}`,
    `POST ${path}/members`,
    `PUT ${path}`,
  ]);
});

it('creates, copies and turns off the invite link', async () => {
  const group = aGroupDetails();
  givenGroup(group, [aGroupMessage(group)]);
  server.use(
    mockRoute(routes.createGroupInviteLink, () => ({
      inviteToken: 'secret',
    })),
    mockRoute(routes.deleteGroupInviteLink, () => done),
  );
  const user = renderApp(`/messages/${group.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  const link = await screen.findByRole('textbox', { name: 'Invite link' });
  expect(link).toHaveValue(`${window.location.origin}/join#secret`);
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/join#secret`);
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Create link' })).toBeVisible();
});

it('crops a picture of any size before it is sent', async () => {
  const drawn = givenDecodableImages({ width: 3000, height: 4000 });
  const group = aGroupDetails();
  givenGroup(group, [aGroupMessage(group)]);
  const sent: (number | string | null)[] = [];
  server.use(
    mockRoute(routes.updateGroup, async (request) => {
      const picture = (await request.formData()).get('picture');
      sent.push(picture === null || typeof picture === 'string' ? picture : picture.size);
      return group;
    }),
  );
  const user = renderApp(`/messages/${group.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  await user.click(await screen.findByRole('button', { name: 'Edit name and picture' }));
  const input = await screen.findByLabelText('Choose picture', { selector: 'input' });
  await user.upload(input, aPictureFile('loom.png', profileImageMaxBytes + 1));
  const editor = await screen.findByRole('dialog', { name: 'Crop or rotate' });
  await user.click(await within(editor).findByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(editor).not.toBeInTheDocument());
  expect(drawn.at(-1)).toEqual({ rotation: 0, width: 400, height: 400 });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toBeLessThan(profileImageMaxBytes);
});

/** A window whose width can change between wide and narrow. */
function stubWindowWidth() {
  const match = window.matchMedia.bind(window);
  const changes = new EventTarget();
  let isWide = true;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(match(query), {
      matches: isWide && query === '(width >= 80rem)',
      addEventListener: changes.addEventListener.bind(changes),
    }),
  );
  return (width: 'narrow' | 'wide') => {
    isWide = width === 'wide';
    act(() => void changes.dispatchEvent(new Event('change')));
  };
}

it('keeps a dialog of the info panel open when the window becomes narrow and wide again', async () => {
  const resizeWindow = stubWindowWidth();
  const group = aGroupDetails();
  givenGroup(group, [aGroupMessage(group)]);
  const user = renderApp(`/messages/${group.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  const panel = await screen.findByRole('complementary', { name: 'Conversation info' });
  await user.click(await screen.findByRole('button', { name: 'Edit name and picture' }));
  const name = await screen.findByRole('textbox', { name: 'Group name' });
  await user.type(name, ' of Lyon');
  for (const [width, role] of [
    ['narrow', 'dialog'],
    ['wide', 'complementary'],
  ] as const) {
    resizeWindow(width);
    expect(panel).toHaveRole(role);
    expect(panel).toBeInTheDocument();
    expect(name).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Group name' })).toHaveValue('Weavers of Lyon');
  }
});

it('closes the info panel when the window becomes narrow while the focus is in the message box', async () => {
  const resizeWindow = stubWindowWidth();
  const group = aGroupDetails();
  givenGroup(group, [aGroupMessage(group)]);
  const user = renderApp(`/messages/${group.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  const panel = await screen.findByRole('complementary', { name: 'Conversation info' });
  const textBox = await box();
  await user.click(textBox);
  expect(textBox).toHaveFocus();
  resizeWindow('narrow');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(await box()).toHaveFocus();
});

it('reports the group', async () => {
  const group = aGroupDetails({ isAdmin: false });
  givenGroup(group, [aGroupMessage(group)]);
  const user = renderApp(`/messages/${group.id}`);
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  await user.click(await screen.findByRole('button', { name: 'Report' }));
  expect(await screen.findByRole('dialog', { name: /Weavers/ })).toBeVisible();
});

it('leaves the group after confirmation, and requests nothing of it any more', async () => {
  const group = aGroupDetails({ isAdmin: false });
  givenGroup(group, [aGroupMessage(group)]);
  const stream = stubEventSource();
  const left: string[] = [];
  const missing: string[] = [];
  const respondMissing = ({ url }: Request) => {
    missing.push(url);
    return errorResponse({ status: 404 });
  };
  server.use(
    mockRoute(routes.removeGroupMember, ({ url }) => {
      left.push(url.slice(url.lastIndexOf('/') + 1));
      server.use(
        mockRoute(routes.getConversation, respondMissing),
        mockRoute(routes.getGroup, respondMissing),
      );
      act(() => stream.send('conversation', { conversationId: group.id }));
      return done;
    }),
  );
  const user = renderApp(`/messages/${group.id}`);
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Conversation info' }));
  await screen.findByRole('region', { name: 'Members' });
  expect(screen.queryByText('Invite link')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Actions for/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Leave group' }));
  const confirm = await screen.findByRole('alertdialog', { name: 'Leave Weavers?' });
  await user.click(within(confirm).getByRole('button', { name: 'Leave group' }));
  await waitFor(() => expect(window.location.pathname).toBe('/messages'));
  await screen.findByText('No conversation selected');
  expect(left).toEqual(['viewer']);
  expect(missing).toEqual([]);
});

it('accepts a group that someone unknown has added the viewer to', async () => {
  const group = aGroupDetails({ isAdmin: false });
  givenGroup(group, [aGroupMessage(group)], { page: { isRequest: true } });
  const accepted: string[] = [];
  server.use(
    mockRoute(routes.acceptMessageRequest, ({ url }) => {
      accepted.push(url);
      return done;
    }),
  );
  const user = renderApp(`/messages/${group.id}?folder=requests`);
  const bar = await screen.findByRole('region', { name: 'Message request' });
  expect(bar).toHaveTextContent("You were added to Weavers by someone you don't follow.");
  expect(within(bar).queryByRole('button', { name: 'Block' })).not.toBeInTheDocument();
  await user.click(within(bar).getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(accepted).toHaveLength(1));
});

it('says that a former member has no access any more', async () => {
  const group = aGroupDetails();
  givenGroup(group, [aGroupMessage(group, { content: 'Secret' })]);
  const stream = stubEventSource();
  renderApp(`/messages/${group.id}`);
  expect(await within(await screen.findByRole('log')).findByText('Secret')).toBeVisible();
  server.use(
    mockRoute(routes.getConversation, () => errorResponse({ status: 404 })),
    mockRoute(routes.getGroup, () => errorResponse({ status: 404 })),
  );
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  act(() => stream.send('conversation', { conversationId: group.id }));
  expect(await screen.findByText("You aren't a member of this group")).toBeVisible();
  expect(screen.queryByRole('log')).not.toBeInTheDocument();
});
