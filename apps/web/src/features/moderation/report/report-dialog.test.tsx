import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import userEvent from '@testing-library/user-event';
import * as routes from '@skein/contracts/routes';
import { beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from '../../../ui/toasts.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { mockRoute, networkFailure, server } from '../../../testing/api.ts';
import { anId } from '../../../testing/threads.ts';
import type { ReportRequest } from '../../../lib/dialogs.tsx';
import { ReportDialog } from './report-dialog.tsx';

const sent = vi.fn<(body: unknown) => void>();
const authorId = anId();
const threadId = anId();

beforeEach(() => {
  sent.mockReset();
});

function givenServer(reply?: () => Response) {
  server.use(
    mockRoute(routes.createReport, async (request) => {
      sent(await request.json());
      return reply?.() ?? { success: true, message: '' };
    }),
  );
}

async function openFor(request: ReportRequest) {
  function TestedDialog() {
    const [isOpen, setIsOpen] = useState(true);
    return <ReportDialog request={request} isOpen={isOpen} onClose={() => setIsOpen(false)} />;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestedDialog />
      <Toasts />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), dialog: await screen.findByRole('dialog') };
}

const ofThread: ReportRequest = {
  targetType: 'thread',
  targetId: threadId,
  name: 'Ada Weaver',
  authorId,
};

it('sends the reason and the note', async () => {
  givenServer();
  const { user, dialog } = await openFor(ofThread);
  expect(dialog).toHaveAccessibleName('Report a thread of Ada Weaver');
  await user.click(within(dialog).getByRole('radio', { name: 'Spam or fraud' }));
  await user.type(within(dialog).getByRole('textbox'), 'Sells bridges');
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(await screen.findByRole('dialog', { name: 'Thank you' })).toBeVisible();
  const target = { targetType: 'thread', targetId: threadId };
  const report = { reason: 'spam', note: 'Sells bridges', ruleIds: [] };
  expect(sent).toHaveBeenCalledExactlyOnceWith({ ...target, ...report });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('requires a reason before sending', async () => {
  givenServer();
  const { user, dialog } = await openFor(ofThread);
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Please choose a reason.');
  await user.click(within(dialog).getByRole('radio', { name: 'Something else' }));
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
  expect(within(dialog).queryByRole('radio', { name: /rules/ })).not.toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
});

it('names the broken rules, at least one', async () => {
  givenServer();
  const rules = ['Be kind', 'No ads'].map((title) => ({ id: anId(), title, description: '' }));
  server.use(mockRoute(routes.listRules, () => rules));
  const { user, dialog } = await openFor(ofThread);
  await user.click(await within(dialog).findByRole('radio', { name: /^Breaks the rules/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Please choose at least one rule.');
  await user.click(within(dialog).getByRole('checkbox', { name: 'No ads' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(await screen.findByRole('dialog', { name: 'Thank you' })).toBeVisible();
  const named = expect.objectContaining({ reason: 'rules', ruleIds: [rules[1]?.id] }) as unknown;
  expect(sent).toHaveBeenCalledExactlyOnceWith(named);
});

it('keeps the filled fields if sending fails', async () => {
  givenServer(networkFailure);
  const { user, dialog } = await openFor({ targetType: 'user', targetId: authorId, name: 'Ada' });
  expect(dialog).toHaveAccessibleName('Report Ada');
  await user.click(within(dialog).getByRole('radio', { name: 'Spam or fraud' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(
    await screen.findByText('Network error. Please check your connection and try again.'),
  ).toBeInTheDocument();
  expect(within(dialog).getByRole('radio', { name: 'Spam or fraud' })).toBeChecked();
});

it('offers to block the author after the report', async () => {
  givenServer();
  const blocked = vi.fn<(path: string) => void>();
  server.use(
    mockRoute(routes.blockUser, ({ url }) => {
      blocked(new URL(url).pathname);
      return { success: true, message: '', isBlocked: true };
    }),
  );
  const { user, dialog } = await openFor(ofThread);
  await user.click(within(dialog).getByRole('radio', { name: 'Violence or threats' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  await user.click(await screen.findByRole('button', { name: 'Block Ada Weaver' }));
  expect(await screen.findByText('Ada Weaver is blocked.')).toBeInTheDocument();
  expect(blocked).toHaveBeenCalledExactlyOnceWith(`/api/users/${authorId}/block`);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('forwards the report to the server of the user only if that is chosen', async () => {
  givenServer();
  const { user, dialog } = await openFor({ ...ofThread, username: 'ada@knots.example' });
  await user.click(within(dialog).getByRole('radio', { name: 'Spam or fraud' }));
  const checkbox = within(dialog).getByRole('checkbox', {
    name: 'Send the report to knots.example too',
  });
  expect(checkbox).not.toBeChecked();
  await user.click(checkbox);
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ isForwarded: true })),
  );
});
