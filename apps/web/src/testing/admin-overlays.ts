import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { t } from '../i18n/index.ts';
import { choose, click, press } from './overlay-actions.ts';
import type { OverlayCase } from './overlay-actions.ts';
import { ada } from './pseudo-locale-samples.ts';

const { name } = ada;

async function chooseAction(user: UserEvent, label: string) {
  await press(user, t('admin.moreActions', { name }));
  await choose(user, label);
}

/** The overlays of the administration, and of decisions about the own account. */
export const adminOverlays: readonly OverlayCase[] = [
  {
    overlay: 'admin-registrations before rejecting',
    role: 'dialog',
    address: '/admin/registrations',
    open: (user) => press(user, t('admin.registrations.rejectUser', { name })),
  },
  {
    overlay: 'admin-announcements before deleting',
    role: 'alertdialog',
    address: '/admin/announcements',
    open: (user) => press(user, t('admin.announcements.deleteNamed', { text: 'Νήμα' })),
  },
  {
    overlay: 'admin-responses before deleting',
    role: 'alertdialog',
    address: '/admin/responses',
    open: (user) => press(user, t('admin.responses.deleteNamed', { title: 'Τίτλος' })),
  },
  {
    overlay: 'server-dialog',
    role: 'dialog',
    address: '/admin/servers',
    open: (user) => press(user, t('admin.servers.changeFor', { domain: 'ψ.ω' })),
  },
  {
    overlay: 'server-list-dialog',
    role: 'dialog',
    address: '/admin/servers',
    open: async (user) => {
      const input = await screen.findByLabelText(t('admin.servers.importFile'));
      await user.upload(input, new File(['ψ.ω'], 'ψ.csv', { type: 'text/csv' }));
    },
  },
  {
    overlay: 'federation-mode before hiding accounts',
    role: 'alertdialog',
    address: '/admin/servers',
    open: (user) => click(user, 'switch', t('admin.servers.onlyListed')),
  },
  ...(['rotate', 'delete'] as const).map((action): OverlayCase => ({
    overlay: `webhook-actions before ${action === 'rotate' ? 'replacing the secret' : 'deleting'}`,
    role: 'alertdialog',
    address: '/admin/webhooks',
    open: (user) => press(user, t(`admin.webhooks.${action}`)),
  })),
  {
    overlay: 'report-details-dialog',
    role: 'dialog',
    address: '/admin',
    open: (user) => chooseAction(user, t('admin.details')),
  },
  {
    overlay: 'report-row',
    role: 'menu',
    address: '/admin',
    open: (user) => press(user, t('admin.moreActions', { name })),
  },
  {
    overlay: 'strike-dialog of a reported thread',
    role: 'dialog',
    address: '/admin',
    open: (user) => press(user, t('admin.actOn', { name })),
  },
  {
    overlay: 'strike-dialog of an account, without a reason',
    role: 'dialog',
    address: '/admin/users',
    open: async (user) => {
      await press(user, t('admin.actOn', { name }));
      await press(user, t('admin.act'));
    },
  },
  {
    overlay: 'bulk-action-dialog without a reason',
    role: 'dialog',
    address: '/admin/users',
    open: async (user) => {
      await click(user, 'checkbox', t('admin.bulk.selectAll', { count: 1 }));
      await press(user, t('admin.bulk.act', { count: 1 }));
      await press(user, t('admin.act'));
    },
  },
  {
    overlay: 'account-menu',
    role: 'menu',
    address: '/admin/users',
    open: (user) => press(user, t('admin.moreActions', { name })),
  },
  {
    overlay: 'strikes-button',
    role: 'dialog',
    address: '/admin/users',
    open: (user) => chooseAction(user, t('admin.earlierStrikes')),
  },
  {
    overlay: 'reason-button of a strike, without a reason',
    role: 'dialog',
    address: '/admin/users',
    open: async (user) => {
      await chooseAction(user, t('admin.earlierStrikes'));
      await press(user, t('admin.liftTitle'));
    },
  },
  {
    overlay: 'appeal-button without a text',
    role: 'dialog',
    address: '/account-status',
    open: async (user) => {
      await press(user, t('strikes.appeal'));
      await press(user, t('strikes.appealSend'));
    },
  },
  {
    overlay: 'role-dialog',
    role: 'dialog',
    address: '/admin/users',
    open: (user) => chooseAction(user, t('admin.changeRole')),
  },
  {
    overlay: 'purge-button without a username',
    role: 'dialog',
    address: '/admin/users',
    open: async (user) => {
      await chooseAction(user, t('admin.purge'));
      await press(user, t('admin.purge'));
    },
  },
];
