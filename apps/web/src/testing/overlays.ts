import { act, screen } from '@testing-library/react';
import { openCardOverlay } from '../features/threads/overlays/card-overlay.ts';
import type { AnchoredOverlay, DialogOverlay } from '../features/threads/overlays/card-overlay.ts';
import { t } from '../i18n/index.ts';
import { adminOverlays } from './admin-overlays.ts';
import { chatOverlays } from './chat-overlays.ts';
import { composerOverlays } from './composer-overlays.ts';
import { choose, click, press } from './overlay-actions.ts';
import type { OverlayCase } from './overlay-actions.ts';
import { ada, thread, viewer } from './pseudo-locale-samples.ts';
import { aToken, aUser } from './session.ts';
import { settingsOverlays } from './settings-overlays.ts';
import { openReport } from './dialogs.tsx';

const { name } = ada;
const ownThread = { ...thread, userId: viewer.id };

/** Opens an overlay of a card, as its buttons do. */
function openOnCard(kind: AnchoredOverlay['kind'] | DialogOverlay['kind'], about = thread) {
  const anchor = document.body;
  act(() => {
    if (kind === 'menu' || kind === 'share' || kind === 'repost' || kind === 'reactions') {
      openCardOverlay({ kind, thread: about, screen: 'feed', anchor });
    } else {
      openCardOverlay({ kind, thread: about, screen: 'feed' });
    }
  });
  return Promise.resolve();
}

function report(request: Parameters<typeof openReport>[0]) {
  openReport(request);
  return screen.findByRole('dialog');
}

const target = { targetId: ada.id, name, authorId: ada.id };

/** How to open every dialog, menu and popover of the app. */
export const overlays: readonly OverlayCase[] = [
  {
    overlay: 'terms-dialog',
    role: 'dialog',
    address: '/register',
    session: null,
    open: (user) => press(user, t('auth.terms')),
  },
  { overlay: 'post-menu', role: 'menu', open: () => openOnCard('menu') },
  { overlay: 'post-menu of the author', role: 'menu', open: () => openOnCard('menu', ownThread) },
  { overlay: 'share-menu', role: 'menu', open: () => openOnCard('share') },
  { overlay: 'repost-menu', role: 'menu', open: () => openOnCard('repost') },
  {
    overlay: 'repost-menu of a restricted thread',
    role: 'menu',
    open: () => openOnCard('repost', { ...thread, canQuote: false }),
  },
  { overlay: 'reaction-picker', role: 'dialog', open: () => openOnCard('reactions') },
  {
    overlay: 'delete-confirm-dialog',
    role: 'alertdialog',
    open: () => openOnCard('delete', ownThread),
  },
  {
    overlay: 'block-server-dialog',
    role: 'alertdialog',
    open: () => openOnCard('block-server', { ...thread, userUsername: 'σσο@ψ.ω' }),
  },
  { overlay: 'block-confirm-dialog', role: 'alertdialog', open: () => openOnCard('block') },
  {
    overlay: 'author-control-dialogs for the audience',
    role: 'dialog',
    open: () => openOnCard('audience', ownThread),
  },
  ...(['replace-pin', 'detach'] as const).map((kind): OverlayCase => ({
    overlay: `author-control-dialogs for ${kind}`,
    role: 'alertdialog',
    open: () => openOnCard(kind, ownThread),
  })),
  {
    overlay: 'save-to-folder-dialog',
    role: 'dialog',
    open: async () => {
      await openOnCard('folder');
      await screen.findByText('Φάκελος');
    },
  },
  {
    overlay: 'folders-dialog',
    role: 'dialog',
    address: '/bookmarks',
    open: (user) => press(user, t('folders.manage')),
  },
  {
    overlay: 'name-list before deleting a folder',
    role: 'alertdialog',
    address: '/bookmarks',
    open: async (user) => {
      await press(user, t('folders.manage'));
      await press(user, t('folders.deleteNamed', { name: 'Φάκελος' }));
    },
  },
  {
    overlay: 'history-dialog',
    role: 'dialog',
    open: async () => {
      await openOnCard('history');
      await screen.findByText('Παλιό');
    },
  },
  {
    overlay: 'send-thread-dialog',
    role: 'dialog',
    open: async () => {
      await openOnCard('send');
      await screen.findByRole('button', { name: t('share.sendTo', { name }) });
    },
  },
  {
    overlay: 'lightbox',
    role: 'dialog',
    address: '/feed',
    open: (user) => press(user, t('media.open', { number: 1, total: 2 })),
  },
  ...composerOverlays,
  ...(['user', 'thread', 'message'] as const).map((targetType): OverlayCase => ({
    overlay: `report-dialog for a ${targetType}`,
    role: 'dialog',
    open: () => report({ ...target, targetType }),
  })),
  {
    overlay: 'report-dialog without a reason',
    role: 'dialog',
    open: async (user) => {
      await report({ ...target, targetType: 'thread' });
      await press(user, t('report.send'));
    },
  },
  {
    overlay: 'report-dialog after sending',
    role: 'dialog',
    open: async (user) => {
      await report({ ...target, targetType: 'thread' });
      await click(user, 'radio', t('report.reason.spam'));
      await press(user, t('report.send'));
      await screen.findByText(t('report.doneText'));
    },
  },
  {
    overlay: 'report-dialog without a rule',
    role: 'dialog',
    open: async (user) => {
      await report({ ...target, targetType: 'thread' });
      await click(user, 'radio', t('report.reason.rules'));
      await press(user, t('report.send'));
      await screen.findByText(t('report.chooseRule'));
    },
  },
  { overlay: 'profile-menu', role: 'menu', open: (user) => press(user, t('shell.account')) },
  { overlay: 'keyboard-shortcuts', role: 'dialog', open: (user) => user.keyboard('?') },
  {
    overlay: 'command-palette for a thread and a search',
    role: 'dialog',
    address: '/feed',
    open: async (user) => {
      await screen.findByText('Νήμα', { exact: false });
      await user.keyboard('j{Control>}k{/Control}');
      await user.type(await screen.findByRole('combobox'), 'α');
    },
  },
  {
    overlay: 'search-hints',
    role: 'dialog',
    address: '/search',
    open: (user) => press(user, t('search.hints')),
  },
  {
    overlay: 'user-menu',
    role: 'menu',
    address: '/profile/αδα',
    open: (user) => press(user, t('userMenu.label', { name })),
  },
  {
    overlay: 'user-menu before a block',
    role: 'alertdialog',
    address: '/profile/αδα',
    open: async (user) => {
      await press(user, t('userMenu.label', { name }));
      await choose(user, t('userMenu.block', { name }));
    },
  },
  {
    overlay: 'lists-of-user-dialog',
    role: 'dialog',
    address: '/profile/αδα',
    open: async (user) => {
      await press(user, t('userMenu.label', { name }));
      await choose(user, t('userMenu.addToLists'));
      await screen.findByRole('checkbox', { name: 'Λίστα' });
    },
  },
  {
    overlay: 'mute-dialog',
    role: 'dialog',
    address: '/profile/αδα',
    open: async (user) => {
      await press(user, t('userMenu.label', { name }));
      await choose(user, t('userMenu.muteFor'));
    },
  },
  {
    overlay: 'note-dialog',
    role: 'dialog',
    address: '/profile/αδα',
    open: async (user) => {
      await press(user, t('userMenu.label', { name }));
      await choose(user, t('profilePage.addNote'));
    },
  },
  {
    overlay: 'list-members-dialog',
    role: 'dialog',
    address: '/lists/λ',
    open: (user) => press(user, t('lists.members', { count: 2 })),
  },
  {
    overlay: 'remove-follower-button',
    role: 'alertdialog',
    address: '/profile/χαρις/followers',
    open: (user) => press(user, t('connections.removeFollower', { name })),
  },
  {
    overlay: 'token-sign-in',
    role: 'alertdialog',
    address: `/login#token=${aToken()}`,
    session: aUser({ name: 'Μαρία' }),
    open: () => screen.findByText(t('token.switch')),
  },
  ...chatOverlays,
  {
    overlay: 'edit-scheduled-dialog',
    role: 'dialog',
    address: '/scheduled',
    open: (user) => press(user, t('scheduled.edit')),
  },
  {
    overlay: 'scheduled-threads before publishing',
    role: 'alertdialog',
    address: '/scheduled',
    open: (user) => press(user, t('scheduled.publish')),
  },
  {
    overlay: 'scheduled-threads before deleting',
    role: 'alertdialog',
    address: '/scheduled',
    open: (user) => press(user, t('scheduled.delete')),
  },
  ...settingsOverlays,
  ...adminOverlays,
];
