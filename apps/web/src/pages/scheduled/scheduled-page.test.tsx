import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { ScheduledThread } from '@skein/contracts/threads';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aPicture, aScheduledThread, aThread } from '../../testing/threads.ts';

let scheduled: ScheduledThread[];

beforeEach(() => {
  const user = givenSession();
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listScheduledThreads, () => scheduled),
  );
});

it('lists the scheduled threads with the reason why one was not published', async () => {
  scheduled = [
    aScheduledThread({ content: 'Late', error: 'suspended' }),
    aScheduledThread({ content: 'Soon', contentWarning: 'Spoilers' }),
  ];
  renderApp('/scheduled');
  expect(await screen.findByText('Late')).toBeInTheDocument();
  expect(screen.getByText(/your account was suspended/)).toBeInTheDocument();
  expect(screen.getByText('Spoilers')).toBeInTheDocument();
  expect(screen.getByText(/^Times are in the time zone /)).toBeInTheDocument();
});

it('shows the empty state', async () => {
  scheduled = [];
  renderApp('/scheduled');
  expect(await screen.findByText(/^No scheduled threads/)).toBeInTheDocument();
});

it('offers to try again after an error', async () => {
  server.use(mockRoute(routes.listScheduledThreads, () => errorResponse({ status: 500 })));
  const user = renderApp('/scheduled');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  scheduled = [aScheduledThread()];
  server.use(mockRoute(routes.listScheduledThreads, () => scheduled));
  await user.click(retry);
  expect(await screen.findByText('Later')).toBeInTheDocument();
});

it('changes text and time', async () => {
  const sent: unknown[] = [];
  scheduled = [aScheduledThread()];
  server.use(
    mockRoute(routes.updateScheduledThread, async (request) => {
      sent.push(await request.json());
      return aScheduledThread();
    }),
  );
  const user = renderApp('/scheduled');
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled thread' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Text' }), '!');
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Scheduled thread saved')).toBeInTheDocument();
  expect(sent).toEqual([{ content: 'Later!', scheduledAt: '2099-03-01T09:00:00.000Z' }]);
});

it('shows a chain as one entry with the number of its parts, and changes all texts', async () => {
  const sent: unknown[] = [];
  const furtherParts = [
    { content: 'Second', media: [] },
    { content: '', media: [aPicture()] },
  ];
  scheduled = [aScheduledThread({ content: 'First', furtherParts })];
  server.use(
    mockRoute(routes.updateScheduledThread, async (request) => {
      sent.push(await request.json());
      return aScheduledThread();
    }),
  );
  const user = renderApp('/scheduled');
  expect(await screen.findByText('3 parts')).toBeInTheDocument();
  expect(screen.getByRole('listitem', { name: 'Part 2' })).toHaveTextContent('Second');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled thread' });
  const second = within(dialog).getByRole('textbox', { name: 'Text of part 2' });
  const save = within(dialog).getByRole('button', { name: 'Save changes' });
  await user.clear(second);
  expect(save).toBeDisabled();
  await user.type(second, '2');
  await user.click(save);
  expect(await screen.findByText('Scheduled thread saved')).toBeInTheDocument();
  expect(sent).toMatchObject([{ content: 'First', furtherContents: ['2', ''] }]);
});

it('shows the files, the poll and the content warning while the text is edited', async () => {
  const poll = {
    question: 'Warp or weft?',
    options: ['Warp', 'Weft'],
    multiple: false,
    durationMinutes: 60,
  };
  const document = { ...aPicture(), mediaType: 'other', originalName: 'pattern.pdf' } as const;
  const furtherParts = [{ content: 'Second', media: [document] }];
  const media = [aPicture({ altText: 'A loom' })];
  const warned = { contentWarning: 'Spoilers', content: '' };
  scheduled = [aScheduledThread({ ...warned, media, poll, furtherParts })];
  const user = renderApp('/scheduled');
  expect(await screen.findByText('pattern.pdf')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled thread' });
  expect(within(dialog).getByRole('img', { name: 'A loom' })).toBeInTheDocument();
  expect(within(dialog).getByText('Poll: Warp or weft?')).toBeInTheDocument();
  expect(within(dialog).getByText('Weft')).toBeInTheDocument();
  expect(within(dialog).getByText('pattern.pdf')).toBeInTheDocument();
  expect(within(dialog).getByText('Spoilers')).toBeInTheDocument();
  expect(within(dialog).getByText('Only the text and the time can be changed.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Save changes' })).toBeEnabled();
});

it('publishes a scheduled thread before its time, after a confirmation', async () => {
  const [first, second] = [aScheduledThread({ content: 'First' }), aScheduledThread()];
  scheduled = [first, second];
  const { promise: isPublished, resolve: publish } = Promise.withResolvers<void>();
  server.use(
    mockRoute(routes.publishScheduledThread, async () => {
      await isPublished;
      scheduled = [second];
      return aThread();
    }),
  );
  const user = renderApp('/scheduled');
  const row = (await screen.findByText('First')).closest('li');
  if (!row) throw new Error('The text is not in a row.');
  await user.click(within(row).getByRole('button', { name: 'Publish now' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Publish this thread now?' });
  const confirm = within(dialog).getByRole('button', { name: 'Publish now' });
  await user.click(confirm);
  // It cannot be published a second time meanwhile.
  await waitFor(() => expect(confirm).toBeDisabled());
  await user.keyboard('{Escape}');
  expect(dialog).toBeVisible();
  publish();
  expect(await screen.findByText('Thread published')).toBeInTheDocument();
  await waitFor(() => expect(row).not.toBeInTheDocument());
  expect(dialog).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Publish now' })).toHaveFocus());
});

it('deletes a scheduled thread after a confirmation', async () => {
  scheduled = [aScheduledThread(), aScheduledThread()];
  server.use(
    mockRoute(routes.deleteScheduledThread, () => {
      scheduled = scheduled.slice(1);
      return { success: true, message: '' };
    }),
  );
  const user = renderApp('/scheduled');
  const deleteFirst = async () => {
    const [button] = await screen.findAllByRole('button', { name: 'Delete' });
    if (!button) throw new Error('There is no scheduled thread.');
    button.focus();
    await user.keyboard('{Enter}');
    const name = 'Delete this scheduled thread?';
    const dialog = await screen.findByRole('alertdialog', { name });
    within(dialog).getByRole('button', { name: 'Delete' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  };
  await deleteFirst();
  expect(await screen.findByText('Scheduled thread deleted')).toBeInTheDocument();
  // The next row has the focus instead of the removed one.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus());
  await deleteFirst();
  expect(await screen.findByText(/^No scheduled threads/)).toBeInTheDocument();
});
