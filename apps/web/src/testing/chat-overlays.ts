import { screen } from '@testing-library/react';
import { t } from '../i18n/index.ts';
import { choose, press } from './overlay-actions.ts';
import { acceptedUserId, greekGroupId } from './pseudo-locale-samples.ts';
import type { OverlayCase } from './overlay-actions.ts';

const conversation = '/messages/αδα';
const group = `/messages/${greekGroupId}`;
const acceptedConversation = `/messages/${acceptedUserId}`;

/** How to open every dialog and menu of a conversation. */
export const chatOverlays: readonly OverlayCase[] = [
  {
    overlay: 'message-menu of a received message',
    role: 'menu',
    address: conversation,
    open: async (user) => {
      const [first] = await screen.findAllByRole('button', { name: t('chat.menu') });
      if (first) await user.click(first);
    },
  },
  {
    overlay: 'message-menu of a sent message',
    role: 'menu',
    address: conversation,
    open: (user) => press(user, t('chat.menu')),
  },
  {
    overlay: 'message-menu before deleting',
    role: 'alertdialog',
    address: conversation,
    open: async (user) => {
      await press(user, t('chat.menu'));
      await choose(user, t('chat.deleteMessage'));
    },
  },
  {
    overlay: 'reaction-bar',
    role: 'dialog',
    address: acceptedConversation,
    open: (user) => press(user, t('chat.react')),
  },
  {
    overlay: 'emoji-picker of a reaction',
    role: 'dialog',
    address: acceptedConversation,
    open: async (user) => {
      await press(user, t('chat.react'));
      await press(user, t('chat.moreEmojis'));
      await screen.findByRole('searchbox', { name: t('emoji.search') });
    },
  },
  {
    overlay: 'lightbox of a message',
    role: 'dialog',
    address: conversation,
    open: (user) => press(user, t('chat.openPicture')),
  },
  {
    overlay: 'emoji-picker',
    role: 'dialog',
    address: conversation,
    open: async (user) => {
      await press(user, t('chat.emoji'));
      await screen.findByRole('searchbox', { name: t('emoji.search') });
    },
  },
  {
    overlay: 'info-panel',
    role: 'dialog',
    address: conversation,
    open: (user) => press(user, t('chat.info')),
  },
  {
    overlay: 'request-bar',
    role: 'alertdialog',
    address: conversation,
    open: (user) => press(user, t('chat.block')),
  },
  {
    overlay: 'entries before blocking',
    role: 'alertdialog',
    address: conversation,
    open: async (user) => {
      await press(user, t('chat.info'));
      // The request has a button of the same name.
      await screen.findByRole('button', { name: t('chat.delete') });
      await press(user, t('chat.block'));
    },
  },
  {
    overlay: 'create-group-dialog',
    role: 'dialog',
    address: '/messages',
    open: async (user) => {
      await press(user, t('chat.newGroup'));
      await screen.findByRole('checkbox');
    },
  },
  {
    overlay: 'readers-dialog',
    role: 'dialog',
    address: group,
    open: async (user) => {
      const readers = await screen.findByRole('button', { name: /Άδα/ });
      await user.click(readers);
    },
  },
  ...(['add-members-dialog', 'edit-group-dialog'] as const).map((overlay): OverlayCase => ({
    overlay,
    role: 'dialog',
    address: group,
    open: async (user) => {
      await press(user, t('chat.info'));
      await press(user, t(overlay === 'add-members-dialog' ? 'groups.addMembers' : 'groups.edit'));
    },
  })),
  {
    overlay: 'group-members',
    role: 'menu',
    address: group,
    open: async (user) => {
      await press(user, t('chat.info'));
      await press(user, t('groups.actionsFor', { name: 'Άδα' }));
    },
  },
  {
    overlay: 'group-members before removing',
    role: 'alertdialog',
    address: group,
    open: async (user) => {
      await press(user, t('chat.info'));
      await press(user, t('groups.actionsFor', { name: 'Άδα' }));
      await choose(user, t('groups.remove'));
    },
  },
  {
    overlay: 'invite-link before resetting',
    role: 'alertdialog',
    address: group,
    open: async (user) => {
      await press(user, t('chat.info'));
      await press(user, t('groups.resetLink'));
    },
  },
  {
    overlay: 'group-info before leaving',
    role: 'alertdialog',
    address: group,
    open: async (user) => {
      await press(user, t('chat.info'));
      await press(user, t('groups.leave'));
    },
  },
  {
    overlay: 'entries before deleting',
    role: 'alertdialog',
    address: conversation,
    open: async (user) => {
      await press(user, t('chat.info'));
      await press(user, t('chat.delete'));
    },
  },
];
