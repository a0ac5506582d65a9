import type { PushMessage } from '@skein/contracts/notifications';
import { beforeEach, expect, it, vi } from 'vitest';

const windows = vi.fn<() => Promise<object[]>>(async () => []);
const showNotification = vi.fn<() => Promise<void>>(async () => undefined);
const openWindow = vi.fn<() => Promise<void>>(async () => undefined);

const liked: PushMessage = {
  id: '01940000-0000-7000-8000-000000000001',
  type: 'like',
  actors: [{ name: 'Ada Weaver', username: 'ada', picture: '/media/ada.webp' }],
  actorsCount: 1,
  moves: [],
  thread: { id: '01940000-0000-7000-8000-000000000002', excerpt: 'On knitting' },
};

/** The worker's own module, in a scope that is that of a worker. */
async function loadPush() {
  vi.stubGlobal('clients', { matchAll: windows, openWindow });
  vi.stubGlobal('registration', { showNotification });
  return import('./push.ts');
}

beforeEach(() => {
  showNotification.mockClear();
  openWindow.mockClear();
});

it('shows the actor, the action and the thread', async () => {
  const { showPushed } = await loadPush();
  await showPushed(liked);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Ada Weaver liked your thread', {
    body: 'On knitting',
    icon: '/media/ada.webp',
    badge: '/icons/icon-192.png',
    tag: `like ${liked.thread?.id}`,
    data: `/thread/${liked.thread?.id}`,
  });
});

it('opens the notifications page for several actors without a thread', async () => {
  const { showPushed } = await loadPush();
  await showPushed({ ...liked, type: 'follow', actorsCount: 3, thread: null });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    'Ada Weaver followed you',
    expect.objectContaining({ data: '/notifications' }),
  );
});

it('names the new account of someone who has moved, and opens it', async () => {
  const { showPushed } = await loadPush();
  const [actorId, id] = [liked.id, '01940000-0000-7000-8000-000000000003'];
  const moves = [{ actorId, movedTo: { id, username: 'weaver', name: 'Ada' } }];
  await showPushed({ ...liked, type: 'moved', thread: null, moves });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    'Ada Weaver moved to a new account',
    expect.objectContaining({ body: '@weaver', data: '/profile/weaver' }),
  );
});

it('shows the sender of a chat message, but not the text', async () => {
  const { showPushed } = await loadPush();
  await showPushed({
    type: 'message',
    id: '01940000-0000-7000-8000-000000000003',
    conversation: { conversationId: 'a', title: 'Ada Weaver', username: 'ada', picture: null },
    count: 2,
  });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Ada Weaver wrote 2 messages to you', {
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    tag: 'a',
    data: '/messages/ada',
  });
});

it('shows nothing while a window is visible', async () => {
  windows.mockResolvedValueOnce([{ visibilityState: 'visible' }]);
  const { showPushed } = await loadPush();
  await showPushed(liked);
  expect(showNotification).not.toHaveBeenCalled();
});

it('opens the target of a notification, in an existing window if there is one', async () => {
  const { openNotified } = await loadPush();
  const notification: unknown = { data: '/thread/1' };
  // The handler reads only `data`.
  await openNotified(notification as Notification);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/thread/1');
  const open = {
    focus: vi.fn<() => Promise<void>>(async () => undefined),
    navigate: vi.fn<() => Promise<void>>(async () => undefined),
  };
  windows.mockResolvedValueOnce([open]);
  await openNotified(notification as Notification);
  expect(open.focus).toHaveBeenCalledOnce();
  expect(open.navigate).toHaveBeenCalledExactlyOnceWith('/thread/1');
  expect(openWindow).toHaveBeenCalledOnce();
});
