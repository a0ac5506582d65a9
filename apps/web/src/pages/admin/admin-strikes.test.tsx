import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { AdminReport, AdminStrike } from '@skein/contracts/moderation';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockRoute, server } from '../../testing/api.ts';
import { ada, aPage, aReport, done } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const aStrike: AdminStrike = {
  id: anId(),
  action: 'freeze',
  rules: ['Sell nothing'],
  text: 'No bridges, please',
  threadId: null,
  threadText: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  endsAt: null,
  liftedAt: null,
  appeal: {
    text: 'I sold none',
    status: 'open',
    createdAt: '2026-11-20T11:00:00.000Z',
    decidedAt: null,
    decisionText: null,
  },
  isAutomatic: false,
  user: ada,
  moderator: null,
};

let reports: AdminReport[] = [];
const received = vi.fn<(body: unknown) => void>();

beforeEach(() => {
  reports = [aReport()];
  received.mockReset();
  const user = givenSession(aUser({ role: 'owner' }));
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listRules, () => []),
    mockRoute(routes.listReports, () => aPage(reports)),
  );
});

it('removes a reported thread with a rule that its author broke', async () => {
  const rule = { id: anId(), title: 'Sell nothing', description: '' };
  server.use(
    mockRoute(routes.listRules, () => [rule]),
    mockRoute(routes.createStrike, async (request) => {
      received(await request.json());
      reports = [];
      return aStrike;
    }),
  );
  const [report] = reports;
  const user = renderApp('/admin');
  await user.click(await screen.findByRole('button', { name: 'Take action on Ada Weaver' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take action on Ada Weaver' });
  expect(within(dialog).getByRole('radio', { name: /^Remove thread/ })).toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Take action' }));
  expect(within(dialog).getByText('Choose a rule or write a message.')).toBeVisible();
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Sell nothing' }));
  await user.click(within(dialog).getByRole('button', { name: 'Take action' }));
  expect(await screen.findByText('The action was taken.')).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({
    action: 'remove_thread',
    threadId: report?.targetId,
    reportId: report?.id,
    suspendedUntil: null,
    ruleIds: [rule.id],
    text: '',
  });
  expect(await screen.findByText('No open reports.')).toBeVisible();
});

it('offers no action against an administrator with the same role', async () => {
  reports = [aReport({ userRole: 'owner' })];
  renderApp('/admin');
  expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Take action|^Remove thread/ })).toBeNull();
});

it('decides an appeal', async () => {
  let appeals = [aStrike];
  server.use(
    mockRoute(routes.listAppeals, () => aPage(appeals)),
    mockRoute(routes.decideAppeal, async (request) => {
      received(await request.json());
      appeals = [];
      return done('The appeal has been decided.');
    }),
  );
  const user = renderApp('/admin/appeals');
  const row = await screen.findByRole('article', { name: 'Ada Weaver' });
  expect(row).toHaveTextContent('I sold none');
  const name = 'Lift the strike against Ada Weaver';
  await user.click(within(row).getByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name });
  await user.click(within(dialog).getByRole('button', { name: 'Lift the strike' }));
  expect(await screen.findByText('No open appeals.')).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({ isLifted: true, text: '' });
});
