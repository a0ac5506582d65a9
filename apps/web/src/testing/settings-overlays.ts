import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { t } from '../i18n/index.ts';
import { click, press } from './overlay-actions.ts';
import type { OverlayCase } from './overlay-actions.ts';

/** The overlays of the settings and of the own profile. */
export const settingsOverlays: readonly OverlayCase[] = [
  {
    overlay: 'delete-account-dialog',
    role: 'dialog',
    address: '/settings/data',
    open: (user) => press(user, t('deletion.start')),
  },
  {
    overlay: 'import-dialog',
    role: 'dialog',
    address: '/settings/data',
    open: async (user) => {
      await press(user, t('imports.open'));
      await screen.findByText(t('imports.failures'));
    },
  },
  {
    overlay: 'imported-posts before deleting',
    role: 'alertdialog',
    address: '/imported-posts',
    open: (user) => press(user, t('importedPosts.deleteAll')),
  },
  {
    overlay: 'filter-dialog',
    role: 'dialog',
    address: '/settings/feeds',
    open: (user) => press(user, t('filters.add')),
  },
  {
    overlay: 'name-list before deleting a list',
    role: 'alertdialog',
    address: '/settings/feeds',
    open: (user) => press(user, t('lists.deleteNamed', { name: 'Λίστα' })),
  },
  {
    overlay: 'unsaved-changes-dialog',
    role: 'alertdialog',
    address: '/profile',
    open: async (user) => {
      await press(user, t('profile.edit'));
      await user.type(await screen.findByRole('textbox', { name: t('profile.bio') }), 'Υ');
      await user.click(screen.getAllByRole('link', { name: t('shell.feed') })[0] ?? document.body);
    },
  },
  {
    overlay: 'dialog-form for the password',
    role: 'dialog',
    address: '/settings/security',
    open: (user) => press(user, t('security.setUp')),
  },
  {
    overlay: 'email-dialog',
    role: 'dialog',
    address: '/settings/security',
    open: (user) => press(user, t('security.changeEmail')),
  },
  {
    overlay: 'dialog-form for the first code',
    role: 'dialog',
    address: '/settings/security',
    open: async (user) => {
      await press(user, t('security.setUp'));
      await user.type(await screen.findByLabelText(t('security.password')), 'Υ{Enter}');
      await screen.findByRole('img', { name: t('security.qrLabel') });
    },
  },
  ...(['rename', 'remove'] as const).map((kind) => ({
    overlay: `dialog-form to ${kind} a passkey`,
    role: 'dialog' as const,
    address: '/settings/security',
    open: (user: UserEvent) => press(user, t(`security.passkeys.${kind}Named`, { name: 'Κλειδί' })),
  })),
  {
    overlay: 'dialog-form to link an account',
    role: 'dialog',
    address: '/settings/security',
    open: (user) => press(user, t('security.identity.link')),
  },
  {
    overlay: 'dialog-form to unlink an account',
    role: 'dialog',
    address: '/settings/security',
    open: (user) => press(user, t('security.identity.unlinkNamed', { name: 'σσο.γρ' })),
  },
  {
    overlay: 'move-dialog',
    role: 'dialog',
    address: '/settings/data',
    open: (user) => press(user, t('moving.start')),
  },
  {
    overlay: 'federation-setting before disconnecting',
    role: 'alertdialog',
    address: '/settings/privacy',
    open: (user) => click(user, 'switch', t('profile.isFederated')),
  },
  {
    overlay: 'access-token-dialog',
    role: 'dialog',
    address: '/settings/security',
    open: (user) => press(user, t('apps.tokens.create')),
  },
  {
    overlay: 'recovery-codes-dialog',
    role: 'dialog',
    address: '/settings/security',
    open: async (user) => {
      await press(user, t('security.setUp'));
      await user.type(await screen.findByLabelText(t('security.password')), 'Υ{Enter}');
      await user.type(await screen.findByLabelText(t('security.code')), '1{Enter}');
      await screen.findByText(t('security.codesText'));
    },
  },
];
