import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { AdminServer } from '@skein/contracts/moderation';
import { expect, it, vi } from 'vitest';
import { mockRoute, server } from '../../testing/api.ts';
import { givenFederation } from '../../testing/federation.ts';
import { parseMultipartForm } from '../../testing/multipart.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

const aServer: AdminServer = {
  domain: 'knots.example',
  software: 'mastodon 4.5.0',
  policy: null,
  effectivePolicy: 'open',
  inheritedFrom: null,
  policySince: null,
  deletesAt: null,
  reason: '',
  note: '',
  usersCount: 1200,
  threadsCount: 34,
  deliveriesCount: 5,
  failuresCount: 0,
  lastSuccessAt: '2026-11-20T10:00:00.000Z',
  pausedUntil: null,
};
const effect = { serversCount: 1, usersCount: 1200, threadsCount: 34, followsCount: 7 };

it('suspends a server after it has shown the effect, and undoes that', async () => {
  const received = vi.fn<(body: unknown) => void>();
  let known = aServer;
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  server.use(
    mockRoute(routes.getCurrentUser, () => administrator),
    mockRoute(routes.getFederationMode, () => ({ allowsOnlyListed: false, undecided: effect })),
    mockRoute(routes.listServers, () => ({
      content: [known],
      page: 0,
      size: 20,
      last: true,
      nextCursor: null,
    })),
    mockRoute(routes.getServerEffect, () => effect),
    mockRoute(routes.updateServer, async (request) => {
      const body = (await request.json()) as Partial<AdminServer>;
      received(body);
      const policy = body.policy ?? null;
      known = { ...known, ...body, policy, effectivePolicy: policy ?? 'open' };
      return known;
    }),
  );
  givenFederation();
  const user = renderApp('/admin/servers');
  const entry = within(await screen.findByRole('article', { name: aServer.domain }));
  expect(entry.getByText('1,200')).toBeVisible();
  await user.click(entry.getByRole('button', { name: `Change the policy for ${aServer.domain}` }));
  const dialog = within(await screen.findByRole('dialog', { name: aServer.domain }));
  await user.selectOptions(dialog.getByLabelText(/^Policy/), 'Limited');
  expect(await dialog.findByText(/1,200 accounts and 34 threads/)).toBeVisible();
  await user.selectOptions(dialog.getByLabelText(/^Policy/), 'Suspended');
  expect(dialog.getByText(/^7 follows end after 30 days/)).toBeVisible();
  await user.type(dialog.getByLabelText(/^Reason/), 'Spam');
  await user.click(dialog.getByRole('button', { name: 'Suspend server' }));
  expect(await entry.findByText('Spam')).toBeVisible();
  expect(received).toHaveBeenLastCalledWith({ policy: 'suspended', reason: 'Spam', note: '' });
  await user.click(await entry.findByRole('button', { name: /^Undo the decision/ }));
  expect(await entry.findByText('Open')).toBeVisible();
  expect(received).toHaveBeenLastCalledWith({ policy: null });
});

it('imports the chosen rows of a file', async () => {
  const forms: Record<string, string[]>[] = [];
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  const row = {
    policy: 'suspended',
    isPartial: false,
    currentPolicy: null,
    reason: 'Spam',
    status: 'new',
    followsCount: 0,
  } as const;
  server.use(
    mockRoute(routes.getCurrentUser, () => administrator),
    mockRoute(routes.getFederationMode, () => ({ allowsOnlyListed: false, undecided: effect })),
    mockRoute(routes.listServers, () => ({
      content: [],
      page: 0,
      size: 20,
      last: true,
      nextCursor: null,
    })),
    mockRoute(routes.previewServerList, () => ({
      rows: [
        { ...row, domain: 'a.example', followsCount: 3 },
        { ...row, domain: 'b.example', currentPolicy: 'limited', status: 'changed' },
        { ...row, domain: 'c*.example', policy: null, status: 'obfuscated' },
      ],
    })),
    mockRoute(routes.importServerList, async (request) => {
      forms.push(await parseMultipartForm(request));
      return { importedCount: 1 };
    }),
  );
  givenFederation();
  const user = renderApp('/admin/servers');
  const input = await screen.findByLabelText("File with Mastodon's domain blocks");
  await user.upload(input, new File(['a.example'], 'blocks.csv', { type: 'text/csv' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import servers' }));
  expect(dialog.getByText(/^3 follows end after 30 days/)).toBeVisible();
  expect(dialog.getByText(/^Limited → Suspended\./)).toBeVisible();
  expect(dialog.getByText(/^Skipped: the file hides a part/)).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'a.example' }));
  await user.click(dialog.getByRole('button', { name: 'Import one server' }));
  expect(await screen.findByText('One policy has changed.')).toBeVisible();
  expect(forms[0]?.skippedRows).toEqual(['[0]']);
});
