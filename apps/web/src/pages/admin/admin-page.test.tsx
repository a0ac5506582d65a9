import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { AdminReport, AuditEntry, Invitation } from '@skein/contracts/moderation';
import type { SavedSettings } from '@skein/contracts/instance';
import type { UserRole } from '@skein/contracts/administration';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { ada, aPage, aReport, done, newInstanceSettings } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

let reports: AdminReport[] = [];
const received = vi.fn<(body: unknown) => void>();

function givenUser(role: UserRole) {
  const user = givenSession(aUser({ role }));
  server.use(mockRoute(routes.getCurrentUser, () => user));
}

beforeEach(() => {
  reports = [aReport()];
  received.mockReset();
  givenUser('owner');
  server.use(
    mockRoute(routes.listRules, () => []),
    mockRoute(routes.listReports, ({ url }) => {
      const isOpen = new URL(url).searchParams.get('status') === 'open';
      return aPage(reports.filter(({ status }) => (status === 'open') === isOpen));
    }),
  );
});

it('shows nothing to users without a role', async () => {
  givenUser('member');
  renderApp('/admin');
  expect(await screen.findByText('Only moderators and administrators can see this.')).toBeVisible();
});

it('shows moderators neither settings nor invitations', async () => {
  givenUser('moderator');
  server.use(mockRoute(routes.listRegistrations, () => aPage([])));
  renderApp('/admin/registrations');
  const tabs = await screen.findByRole('navigation', { name: 'Administration' });
  const names = within(tabs)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Reports',
    'Appeals',
    'Canned responses',
    'People',
    'Threads',
    'Audit log',
    'Requests',
  ]);
  const select = screen.getByRole('combobox', { name: 'Section' });
  expect(within(select).getAllByRole('option')).toHaveLength(names.length);
  expect(screen.queryByRole('link', { name: 'Invitations' })).toBeNull();
});

it('is linked from the profile menu of administrators', async () => {
  const user = renderApp('/admin/threads');
  const [account] = await screen.findAllByRole('button', { name: /^Account/ });
  if (account) await user.click(account);
  await user.click(await screen.findByRole('menuitem', { name: 'Administration' }));
  expect(await screen.findByRole('article', { name: 'Spam or fraud' })).toBeVisible();
});

it('lists reports and dismisses one', async () => {
  server.use(
    mockRoute(routes.dismissReport, () => {
      reports = reports.map((report) => ({ ...report, status: 'dismissed' }));
      return done('The report has been dismissed.');
    }),
  );
  const user = renderApp('/admin');
  const row = await screen.findByRole('article', { name: 'Spam or fraud' });
  expect(row).toHaveTextContent('A thread of Ada Weaver');
  expect(row).toHaveTextContent('Buy two bridges');
  expect(row).toHaveTextContent('Reported by Mary Spool: “Sells bridges”');
  expect(within(row).getByRole('button', { name: 'Take action on Ada Weaver' })).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'More actions for Ada Weaver' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dismiss' }));
  expect(await screen.findByText('No open reports.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Resolved' }));
  expect(await screen.findByText(/^Dismissed/)).toBeVisible();
});

it('finds a thread by its URL', async () => {
  const id = anId();
  server.use(
    mockRoute(routes.getAdminThread, ({ url }) =>
      url.endsWith(id)
        ? {
            id,
            content: 'Buy two bridges',
            mediaCount: 1,
            createdAt: '2026-11-20T10:00:00.000Z',
            author: ada,
            openReportsCount: 1,
          }
        : errorResponse({ status: 404, code: 'not_found' }),
    ),
  );
  const user = renderApp('/admin/threads');
  const box = await screen.findByLabelText('Id or address of the thread');
  await user.type(box, `http://skein.test/thread/${id}?x{Enter}`);
  expect(await screen.findByText('Buy two bridges')).toBeVisible();
  expect(screen.getByText('1 file')).toBeVisible();
  await user.clear(box);
  await user.type(box, 'nothing{Enter}');
  expect(await screen.findByText("This thread doesn't exist.")).toBeVisible();
});

it('shows the audit log page by page', async () => {
  const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
    id: anId(),
    action: 'suspend',
    createdAt: '2026-11-20T10:00:00.000Z',
    actor: { id: anId(), name: 'Mary Spool', username: 'mary', isSuspended: false },
    isCommandLine: false,
    targetType: 'user',
    targetId: ada.id,
    user: ada,
    reason: 'Sells bridges',
    reportReason: null,
    details: {},
    ...fields,
  });
  const filters: string[] = [];
  const byOthers = { actor: null, user: null, targetType: null, targetId: null, reason: null };
  server.use(
    mockRoute(routes.listAuditEntries, ({ url }) => {
      const { searchParams } = new URL(url);
      filters.push(`${searchParams.get('action')} ${searchParams.get('actor')}`);
      return searchParams.has('cursor')
        ? aPage([entry({ ...byOthers, action: 'rotate-keys', isCommandLine: true })])
        : { ...aPage([entry({})]), last: false, nextCursor: 'next' };
    }),
  );
  const user = renderApp('/admin/audit');
  const first = await screen.findByRole('article');
  expect(first).toHaveTextContent('Account suspended');
  expect(first).toHaveTextContent('Reason: Sells bridges');
  expect(first).toHaveTextContent('By Mary Spool');
  expect(within(first).getByRole('link', { name: '@ada' })).toHaveAttribute('href', '/profile/ada');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  // An action without a label in this version.
  expect(await screen.findByText('rotate-keys')).toBeVisible();
  expect(screen.getByText('By the command line')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Action'), 'Account suspended');
  await user.type(screen.getByLabelText('Username of the actor'), '@mary');
  await waitFor(() => expect(filters.at(-1)).toBe('suspend @mary'));
  const downloads: string[] = [];
  server.use(
    http.get('*/api/admin/audit/export', ({ request }) => {
      downloads.push(new URL(request.url).search);
      return errorResponse({ status: 403, code: 'forbidden', message: 'Not anymore.' });
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Download as CSV' }));
  expect(await screen.findByText('Not anymore.')).toBeVisible();
  expect(downloads).toEqual(['?actor=%40mary&user=&action=suspend']);
});

it('approves and rejects accounts that wait for approval', async () => {
  const registration = {
    id: anId(),
    name: 'Zoe',
    username: 'zoe',
    email: 'zoe@example.org',
    reason: 'Chess',
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  server.use(
    mockRoute(routes.listRegistrations, () => aPage([registration])),
    mockRoute(routes.approveRegistration, () =>
      errorResponse({ status: 409, code: 'conflict', message: 'Already decided.' }),
    ),
    mockRoute(routes.rejectRegistration, async (request) => {
      received(await request.json());
      return done('The account has been rejected.');
    }),
  );
  const user = renderApp('/admin/registrations');
  const entry = await screen.findByRole('article', { name: 'Zoe' });
  expect(entry).toHaveTextContent('zoe@example.org');
  expect(entry).toHaveTextContent('Chess');
  await user.click(within(entry).getByRole('button', { name: 'Approve Zoe' }));
  expect(await screen.findByText('Already decided.')).toBeVisible();
  await user.click(within(entry).getByRole('button', { name: 'Reject Zoe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject Zoe' });
  const message = within(dialog).getByRole('textbox', { name: 'Message to the user (optional)' });
  await user.type(message, 'Only players');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('The account has been rejected.')).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({ reason: 'Only players' });
});

it('creates an invitation, shows its link and revokes it', async () => {
  let status: Invitation['status'] = 'usable';
  const times = { createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-27T10:00:00.000Z' };
  const invitation = { id: anId(), creator: ada, ...times, usesCount: 1, usesMax: 5 };
  const link = 'http://skein.test/register#invitation=c0de';
  server.use(
    mockRoute(routes.listInvitations, () => aPage([{ ...invitation, status }])),
    mockRoute(routes.createInvitation, async (request) => {
      received(await request.json());
      return { link };
    }),
    mockRoute(routes.revokeInvitation, () => {
      status = 'revoked';
      return done('The invitation has been revoked.');
    }),
  );
  const user = renderApp('/admin/invitations');
  expect(await screen.findByText(/Used 1 of 5 times/)).toBeVisible();
  const uses = screen.getByLabelText('Number of uses');
  await user.clear(uses);
  await user.type(uses, '20');
  await user.click(screen.getByRole('button', { name: 'Create invitation' }));
  expect(await screen.findByLabelText(/^Link of the invitation/)).toHaveValue(link);
  expect(received).toHaveBeenCalledExactlyOnceWith({ days: 7, usesMax: 20 });
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked')).toBeVisible();
});

it('changes the settings, and offers the current version after a conflict', async () => {
  let saved: SavedSettings = {
    version: 3,
    settings: { ...newInstanceSettings, name: 'Chess club', description: 'Every Tuesday' },
    fixed: [
      { field: 'description', variable: 'INSTANCE_DESCRIPTION' },
      { field: 'videoMaxMb', variable: 'UPLOAD_VIDEO_MAX_MB' },
    ],
  };
  const conflict = errorResponse({ status: 409, code: 'conflict', message: 'Somebody else …' });
  server.use(
    mockRoute(routes.getInstanceImages, () => ({
      logo: null,
      favicon: null,
    })),
    mockRoute(routes.getSiteSettings, () => saved),
    mockRoute(routes.updateSiteSettings, async (request) => {
      const body = (await request.json()) as SavedSettings;
      received(body);
      if (body.version !== saved.version) return conflict;
      saved = { ...saved, ...body, version: body.version + 1 };
      return saved;
    }),
  );
  const user = renderApp('/admin/settings');
  const name = await screen.findByLabelText('Name');
  expect(screen.getByLabelText('Description')).toBeDisabled();
  expect(screen.getByText(/^Set by INSTANCE_DESCRIPTION/)).toBeVisible();
  await user.clear(name);
  await user.type(name, 'Go club');
  await user.click(screen.getByRole('radio', { name: /^Closed/ }));
  await user.type(screen.getByLabelText('Message on the registration page'), 'Ask Ada');
  const color = screen.getByLabelText('In the light theme');
  fireEvent.change(color, { target: { value: '#ffd24a' } });
  expect(color).toHaveAccessibleDescription('Contrast 1.3:1, at least 4.5:1 is needed');
  await user.click(screen.getByRole('button', { name: 'Use a readable shade' }));
  expect(color).toHaveAccessibleDescription(/, easy to read$/);
  await user.selectOptions(screen.getByLabelText('Theme of new visitors'), 'Dark');
  expect(screen.getByLabelText('Largest video (MB)')).toBeDisabled();
  fireEvent.change(screen.getByLabelText('Largest picture (MB)'), { target: { value: '5' } });
  await user.click(screen.getByRole('checkbox', { name: 'GIF' }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Settings saved')).toBeVisible();
  const registration = { registrationMode: 'closed', registrationMessage: 'Ask Ada' };
  expect(received.mock.lastCall).toMatchObject([
    {
      version: 3,
      settings: {
        name: 'Go club',
        ...registration,
        accentColorDark: '#ffd24a',
        defaultTheme: 'dark',
        imageMaxMb: 5,
        uploadFormats: newInstanceSettings.uploadFormats.filter((each) => each !== 'image/gif'),
      },
    },
  ]);

  saved = { ...saved, version: 9, settings: { ...saved.settings, name: 'Bridge club' } };
  await user.click(screen.getByRole('switch', { name: 'Show trends' }));
  expect(screen.queryByRole('switch', { name: /threads of other servers/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Somebody else …')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Load the current version' }));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Bridge club'));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(received.mock.lastCall).toMatchObject([{ version: 9 }]));
});

it('edits a page with a preview, and the rules', async () => {
  const rules = ['One', 'Two'].map((title) => ({ id: anId(), title, description: '' }));
  server.use(
    mockRoute(routes.getAdminPage, ({ url }) => ({
      text: '**Old** text',
      version: 2,
      variable: url.endsWith('terms') ? 'TERMS_FILE' : null,
    })),
    mockRoute(routes.updateAdminPage, async (request) => {
      const body = (await request.json()) as { text: string };
      received(body);
      return { text: body.text, version: 3, variable: null };
    }),
    mockRoute(routes.getAdminRules, () => ({ rules, version: 4 })),
    mockRoute(routes.updateAdminRules, async (request) => {
      const body = (await request.json()) as { rules: typeof rules };
      received(body);
      return { rules: body.rules, version: 5 };
    }),
  );
  const user = renderApp('/admin/terms');
  // Hidden while the editor is still loading.
  await waitFor(() => expect(screen.getByText(/^Set by TERMS_FILE/)).toBeVisible());
  expect(screen.getByRole('button', { name: 'Save page' })).toBeDisabled();
  await user.click(screen.getByRole('link', { name: 'About' }));
  await user.type(await screen.findByRole('textbox', { name: 'About' }), '!');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect((await screen.findByText('Old')).tagName).toBe('STRONG');
  await user.click(screen.getByRole('button', { name: 'Save page' }));
  expect(await screen.findByText('Page saved')).toBeVisible();
  expect(received.mock.lastCall).toEqual([{ version: 2, text: '**Old** text!' }]);

  await user.click(screen.getByRole('link', { name: 'Rules' }));
  await user.click(await screen.findByRole('button', { name: 'Move up rule 2' }));
  expect(screen.getByRole('button', { name: 'Move up rule 1' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }));
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  const [, added] = screen.getAllByLabelText('Title');
  if (added) await user.type(added, 'Three');
  await user.click(screen.getByRole('link', { name: 'About' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard changes?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Save rules' }));
  expect(await screen.findByText('Rules saved')).toBeVisible();
  const saved = [rules[1], { title: 'Three', description: '' }];
  expect(received.mock.lastCall).toEqual([{ version: 4, rules: saved }]);
  await user.click(screen.getByRole('link', { name: 'About' }));
  expect(await screen.findByRole('textbox', { name: 'About' })).toBeVisible();
});

it('links to the security settings if administration requires a second factor', async () => {
  const rejected = () => errorResponse({ status: 403, code: 'two_factor_required' });
  server.use(
    mockRoute(routes.listReports, rejected),
    mockRoute(routes.getStats, rejected),
    mockRoute(routes.getAdminThread, rejected),
  );
  const user = renderApp('/admin');
  const expectLink = async () => {
    expect(await screen.findByText(/^Administration requires a second factor\./)).toBeVisible();
    const link = screen.getByRole('link', { name: 'Open security settings' });
    expect(link).toHaveAttribute('href', '/settings/security');
  };
  await expectLink();
  await user.click(screen.getByRole('link', { name: 'Stats' }));
  await expectLink();
  await user.click(screen.getByRole('link', { name: 'Threads' }));
  await user.type(await screen.findByLabelText('Id or address of the thread'), `${anId()}{Enter}`);
  await expectLink();
});
