import * as routes from '@skein/contracts/routes';
import type { AdminReport, ReportDetails } from '@skein/contracts/moderation';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { ada, aPage, aReport, aReportDetails, done } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const time = '2026-11-20T10:00:00.000Z';
let report: AdminReport;
let details: ReportDetails;
let viewer: ReturnType<typeof givenSession>;
const received = vi.fn<(body: unknown) => void>();

beforeEach(() => {
  received.mockReset();
  report = aReport();
  viewer = givenSession(aUser({ role: 'moderator' }));
  details = aReportDetails({
    moderators: [{ ...viewerAsNamed(), role: 'moderator' }],
  });
  server.use(
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.listRules, () => []),
    mockRoute(routes.listReports, ({ url }) => {
      received(Object.fromEntries(new URL(url).searchParams));
      return aPage([report]);
    }),
    mockRoute(routes.getReportDetails, () => details),
  );
});

const viewerAsNamed = () => ({
  id: viewer.id,
  name: 'Vera Loom',
  username: 'vera',
  isSuspended: false,
});

async function openDetails() {
  const user = renderApp('/admin');
  const label = 'Details of the report about Ada Weaver';
  await user.click(await screen.findByRole('button', { name: 'More actions for Ada Weaver' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }));
  return { user, dialog: await screen.findByRole('dialog', { name: label }) };
}

it('assigns a report to the moderator and shows it in the list', async () => {
  server.use(
    mockRoute(routes.assignReport, async (request) => {
      received(await request.json());
      report = { ...report, assignee: viewerAsNamed() };
      details = { ...details, assignee: viewerAsNamed() };
      return done('The report has been assigned.');
    }),
  );
  const { user, dialog } = await openDetails();
  await user.click(await within(dialog).findByRole('button', { name: 'Assign to me' }));
  expect(await screen.findByText('Assigned to Vera Loom')).toBeInTheDocument();
  expect(received).toHaveBeenCalledWith({ userId: viewer.id });
  expect(within(dialog).getByRole('combobox', { name: 'Handled by' })).toHaveValue(viewer.id);
});

it('shows the content around a report on request', async () => {
  report = aReport({ targetType: 'thread', text: 'Rude words' });
  const item = { author: viewerAsNamed(), mediaCount: 0, createdAt: time, isPrivate: false };
  server.use(
    mockRoute(routes.getReportContext, () => {
      received('context');
      return {
        items: [
          { ...item, id: anId(), position: 'before', text: 'What a day', mediaCount: 2 },
          { ...item, id: anId(), position: 'reported', text: 'Rude words', isPrivate: true },
          { ...item, id: anId(), position: 'after', text: null },
        ],
      };
    }),
  );
  const { user, dialog } = await openDetails();
  const show = await within(dialog).findByRole('button', { name: 'Show the context' });
  expect(received).not.toHaveBeenCalledWith('context');
  await user.click(show);
  const context = within(dialog).getByRole('region', { name: 'Context' });
  const entries = await within(context).findAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/2 files.*What a day/),
    expect.stringMatching(/Reported.*Not public.*Rude words/),
    expect.stringContaining('It no longer exists.'),
  ]);
});

it('shows the message of the server when somebody else has decided the report', async () => {
  const message = 'Someone else has already decided this report.';
  server.use(
    mockRoute(routes.assignReport, () => errorResponse({ status: 409, code: 'conflict', message })),
  );
  const { user, dialog } = await openDetails();
  await user.click(await within(dialog).findByRole('button', { name: 'Assign to me' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
});

it('deletes the reported account after its username was entered', async () => {
  viewer = { ...viewer, role: 'admin' };
  server.use(
    mockRoute(routes.purgeUser, async (request) => {
      received(await request.json());
      return done('The account has been deleted.');
    }),
  );
  const { user, dialog } = await openDetails();
  const label = 'Delete account of Ada Weaver';
  await user.click(await within(dialog).findByRole('button', { name: label }));
  const confirmation = await screen.findByRole('dialog', { name: label });
  await user.type(within(confirmation).getByLabelText('Enter ada to confirm'), 'bob');
  await user.type(within(confirmation).getByLabelText('Reason'), 'Only spam');
  const submit = within(confirmation).getByRole('button', { name: 'Delete account' });
  await user.click(submit);
  expect(confirmation).toHaveTextContent("This isn't the username of the account.");
  const field = within(confirmation).getByLabelText('Enter ada to confirm');
  await user.clear(field);
  await user.type(field, '@Ada');
  await user.click(submit);
  expect(await screen.findByText('The account has been deleted.')).toBeVisible();
  expect(received).toHaveBeenCalledWith({ username: 'ada', reason: 'Only spam' });
});

it('adds a note about the account and shows the history', async () => {
  const deletedId = anId();
  const actor = viewerAsNamed();
  details = {
    ...details,
    events: [
      {
        id: anId(),
        action: 'assign_report',
        createdAt: time,
        actor,
        assignee: 'vera',
        assigneeId: anId(),
      },
      {
        id: anId(),
        action: 'assign_report',
        createdAt: time,
        actor,
        assignee: null,
        assigneeId: deletedId,
      },
    ],
  };
  server.use(
    mockRoute(routes.addModerationNote, async (request) => {
      received(await request.json());
      const note = { id: anId(), about: 'user', text: 'Third time', createdAt: time } as const;
      details = { ...details, notes: [{ ...note, author: actor }] };
      return done('The note has been added.');
    }),
  );
  const { user, dialog } = await openDetails();
  expect(await within(dialog).findByText('Assigned to @vera')).toBeVisible();
  expect(within(dialog).getByText(`Assigned to deleted account ${deletedId}`)).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'New note' }), 'Third time');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'About' }), 'user');
  await user.click(within(dialog).getByRole('button', { name: 'Add note' }));
  expect(await within(dialog).findByText('About the account')).toBeVisible();
  expect(received).toHaveBeenCalledWith({ about: 'user', text: 'Third time' });
});

it('writes to the reporter, and shows the message', async () => {
  server.use(
    mockRoute(routes.messageReporter, async (request) => {
      received(await request.json());
      const message = { id: anId(), text: 'Thank you', createdAt: time };
      details = { ...details, messages: [{ ...message, moderator: viewerAsNamed() }] };
      return done('The message has been sent.');
    }),
  );
  const { user, dialog } = await openDetails();
  const section = await within(dialog).findByRole('region', { name: 'Messages to the reporter' });
  const field = within(section).getByRole('textbox', { name: 'Message to Mary Spool' });
  await user.type(field, 'Thank you');
  await user.click(within(section).getByRole('button', { name: 'Send message' }));
  expect(await within(section).findByText('Vera Loom')).toBeVisible();
  expect(received).toHaveBeenCalledWith({ text: 'Thank you' });
  expect(field).toHaveValue('');
});

it('offers no message to a reporter who has deleted the account', async () => {
  details = { ...details, reporterStatus: 'deleted' };
  const { dialog } = await openDetails();
  expect(await within(dialog).findByText('The reporter has deleted their account.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Send message' })).toBeNull();
});

it('filters the reports, also by the reported user', async () => {
  const { user, dialog } = await openDetails();
  const about = { name: 'Other reports about Ada Weaver' };
  await user.click(await within(dialog).findByRole('button', about));
  expect(await screen.findByRole('textbox', { name: 'Username of the account' })).toHaveValue(
    ada.username,
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Nobody');
  await vi.waitFor(() => {
    expect(received).toHaveBeenLastCalledWith(
      expect.objectContaining({ user: ada.username, assignee: 'nobody', status: 'open' }),
    );
  });
});
