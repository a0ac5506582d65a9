import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { givenFederation } from '../../testing/federation.ts';
import { settings, settingsPages } from '../../features/settings/layout/settings-index.ts';
import { t } from '../../i18n/index.ts';
import { mockRoute, server } from '../../testing/api.ts';
import { navigate, renderApp } from '../../testing/render-app.tsx';
import { givenOwnProfile, givenSettingsPage } from '../../testing/settings.ts';
import { anId } from '../../testing/threads.ts';

beforeEach(() => {
  givenSettingsPage();
  givenOwnProfile();
});

const region = (name: string) => screen.findByRole('region', { name });

describe('the list of the settings', () => {
  it('opens each page and marks the current one', async () => {
    const user = renderApp('/settings');
    const current = () => screen.getByRole('link', { current: 'page', name: /^(?!Settings)/ });
    await region('Profile');
    expect(current()).toHaveTextContent('Profile');
    const pages = [
      'Security',
      'Privacy',
      'Feeds',
      'Appearance',
      'Notifications',
      'Your data',
      'About',
    ];
    const list = within(screen.getByRole('navigation', { name: 'Settings' }));
    for (const name of pages) {
      await user.click(list.getByRole('link', { name }));
      expect(await region(name)).toBeVisible();
      const heading = screen.getByRole('heading', { level: 1, name });
      await waitFor(() => expect(heading).toHaveFocus());
      expect(current()).toHaveTextContent(name);
    }
    await navigate('/settings/unknown');
    expect(await region('Profile')).toBeVisible();
  });

  it.each(['security', 'privacy', 'feeds', 'appearance', 'notifications', 'data', 'about'])(
    'leads from the old anchor of %s to its page',
    async (page) => {
      renderApp(`/settings?from=email#${page}`);
      await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect(window.location.pathname).toBe(`/settings/${page}`));
      expect(window.location.search).toBe('?from=email');
    },
  );

  it('finds settings by label and description in both languages, and focuses the control', async () => {
    const user = renderApp('/settings');
    const search = await screen.findByRole('searchbox', { name: 'Search settings' });
    const list = within(screen.getByRole('navigation', { name: 'Settings' }));
    const results = () => list.getAllByRole('link').map(({ textContent }) => textContent);
    await user.type(search, 'reading nothing like this');
    expect(await list.findByText(/^No settings match/)).toBeVisible();
    await user.clear(search);
    await user.type(search, 'have read');
    expect(await list.findByText('1 setting')).toBeVisible();
    expect(results()).toEqual(['Read receiptsPrivacy']);
    await user.clear(search);
    await user.type(search, 'LESEBESTATIGUNG');
    expect(results()).toEqual(['Read receiptsPrivacy']);
    await user.click(list.getByRole('link'));
    const toggle = await screen.findByRole('switch', { name: 'Read receipts' });
    await waitFor(() => expect(toggle).toHaveFocus());
    expect(document.getElementById('read-receipts')).toHaveAttribute('data-highlighted');
    expect(window.location.pathname).toBe('/settings/privacy');
    await user.type(search, 'passkey{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/settings/security'));
  });

  it('finds every setting on its page', async () => {
    givenFederation();
    server.use(
      mockRoute(routes.listIdentities, () => ({
        identities: [
          { id: anId(), provider: 'sso', createdAt: '2026-11-20T10:00:00.000Z', lastUsedAt: null },
        ],
        hasPassword: true,
        canLink: false,
        canUnlink: true,
      })),
      mockRoute(routes.listOwnInvitations, () => ({
        canInvite: true,
        remaining: 1,
        invitations: [],
      })),
    );
    renderApp('/settings');
    await region('Profile');
    for (const page of settingsPages) {
      await navigate(page === 'profile' ? '/settings' : `/settings/${page}`);
      await screen.findByRole('region', { name: t(`settings.${page}`) });
      const ids = Object.entries(settings).flatMap(([id, each]) => (each.page === page ? id : []));
      const isEmpty = (id: string) => !document.getElementById(id)?.textContent;
      await waitFor(() => expect(ids.filter(isEmpty)).toEqual([]));
    }
  });
});
