import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { AdminAnnouncement } from '@skein/contracts/instance';
import { expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const anAnnouncement: AdminAnnouncement = {
  id: anId(),
  text: 'Read https://example.org',
  createdAt: '2026-11-20T10:00:00.000Z',
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2026-12-20T10:00:00.000Z',
  language: 'de',
  status: 'current',
  dismissals: 2,
};

it('creates, changes and deletes an announcement, and shows why an end is rejected', async () => {
  const received = vi.fn<(body: unknown) => void>();
  let announcements: AdminAnnouncement[] = [];
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  const save = async (request: Request) => {
    const body = (await request.json()) as { endsAt: string | null };
    received(body);
    if (body.endsAt?.startsWith('2020')) {
      const issue = { path: 'endsAt', message: 'The end must be after the start.' };
      return errorResponse({ status: 400, code: 'validation_failed', errors: [issue] });
    }
    announcements = [anAnnouncement];
    return anAnnouncement;
  };
  server.use(
    mockRoute(routes.getCurrentUser, () => administrator),
    mockRoute(routes.listAnnouncements, () => announcements),
    mockRoute(routes.createAnnouncement, save),
    mockRoute(routes.updateAnnouncement, save),
    mockRoute(routes.deleteAnnouncement, () => {
      announcements = [];
      return { success: true, message: 'The announcement has been deleted.' };
    }),
  );
  const user = renderApp('/admin/announcements');
  expect(await screen.findByText('There are no announcements.')).toBeVisible();
  await user.type(screen.getByLabelText('Text'), anAnnouncement.text);
  await user.type(screen.getByLabelText('End (optional)'), '2020-06-01T12:00');
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  expect(await screen.findByText('The end must be after the start.')).toBeVisible();
  await user.clear(screen.getByLabelText('End (optional)'));
  await user.selectOptions(screen.getByLabelText('Who sees it'), 'Users with German texts');
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  const entry = within(await screen.findByRole('article', { name: anAnnouncement.text }));
  const body = { text: anAnnouncement.text, startsAt: null, endsAt: null, language: 'de' };
  expect(received).toHaveBeenLastCalledWith(body);
  expect(entry.getByText('Current')).toBeVisible();
  expect(entry.getByText(/Users with German texts$/)).toBeVisible();
  expect(entry.getByText(/Dismissed by 2 users$/)).toBeVisible();
  expect(entry.getByRole('link')).toHaveAttribute('href', 'https://example.org');

  await user.click(entry.getByRole('button', { name: /^Edit/ }));
  await user.click(entry.getByRole('button', { name: 'Save changes' }));
  expect(await entry.findByRole('button', { name: /^Edit/ })).toBeVisible();
  const { text, startsAt, endsAt, language } = anAnnouncement;
  expect(received).toHaveBeenLastCalledWith({ text, startsAt, endsAt, language });
  await user.click(entry.getByRole('button', { name: /^Delete/ }));
  const confirmation = within(await screen.findByRole('alertdialog'));
  await user.click(confirmation.getByRole('button', { name: 'Cancel' }));
  expect(announcements).toHaveLength(1);
  await user.click(entry.getByRole('button', { name: /^Delete/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  expect(await screen.findByText('There are no announcements.')).toBeVisible();
});
