import * as routes from '@skein/contracts/routes';
import type { CannedResponse } from '@skein/contracts/moderation';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { aPage, done, anAdminUser } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const received = vi.fn<(body: unknown) => void>();
const spam = { id: anId(), title: 'Spam', text: 'Please do not advertise.' };
let responses: CannedResponse[];

beforeEach(() => {
  received.mockReset();
  responses = [spam, { id: anId(), title: 'Thanks', text: 'Thank you.' }];
  server.use(mockRoute(routes.listCannedResponses, () => responses));
});

function open(role: 'admin' | 'moderator', path = '/admin/responses') {
  const viewer = givenSession(aUser({ role }));
  server.use(mockRoute(routes.getCurrentUser, () => viewer));
  return renderApp(path);
}

const listTitles = () => screen.getAllByRole('article').map((each) => each.ariaLabel);

it('creates and changes canned responses', async () => {
  const created = { id: anId(), title: 'Bye', text: 'Good bye' };
  server.use(
    mockRoute(routes.createCannedResponse, async (request) => {
      received(await request.json());
      responses = [...responses, created];
      return created;
    }),
    mockRoute(routes.updateCannedResponse, async (request) => {
      received(await request.json());
      const changed = { ...spam, text: 'No ads.' };
      responses = [changed, ...responses.slice(1)];
      return changed;
    }),
  );
  const user = open('admin');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Bye');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Good bye');
  await user.click(screen.getByRole('button', { name: 'Create response' }));
  expect(await screen.findByRole('article', { name: 'Bye' })).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({ title: 'Bye', text: 'Good bye' });
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Edit “Spam”' }));
  const entry = within(screen.getByRole('article', { name: 'Spam' }));
  await user.clear(entry.getByRole('textbox', { name: 'Text' }));
  await user.type(entry.getByRole('textbox', { name: 'Text' }), 'No ads.');
  await user.click(entry.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No ads.')).toBeVisible();
  expect(received).toHaveBeenLastCalledWith({ title: 'Spam', text: 'No ads.' });
});

it('moves canned responses up, and deletes them after a confirmation', async () => {
  server.use(
    mockRoute(routes.reorderCannedResponses, async (request) => {
      received(await request.json());
      responses = responses.toReversed();
      return responses;
    }),
    mockRoute(routes.deleteCannedResponse, () => {
      responses = responses.slice(1);
      return done('The canned response has been deleted.');
    }),
  );
  const ids = responses.map(({ id }) => id);
  const user = open('admin');
  await user.click(await screen.findByRole('button', { name: 'Move up “Thanks”' }));
  await waitFor(() => expect(listTitles()).toEqual(['Thanks', 'Spam']));
  expect(received).toHaveBeenCalledExactlyOnceWith({ ids: ids.toReversed() });
  await user.click(screen.getByRole('button', { name: 'Delete “Thanks”' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Thanks”' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(listTitles()).toEqual(['Spam']));
});

it('shows the list again when somebody else has changed it', async () => {
  const message = 'Someone else has changed the canned responses.';
  server.use(
    mockRoute(routes.reorderCannedResponses, () => {
      responses = responses.slice(0, 1);
      return errorResponse({ status: 409, code: 'conflict', message });
    }),
  );
  const user = open('admin');
  await user.click(await screen.findByRole('button', { name: 'Move up “Thanks”' }));
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(listTitles()).toEqual(['Spam']));
});

it('shows moderators the texts without a way to change them', async () => {
  open('moderator');
  expect(await screen.findByText('Please do not advertise.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Edit|Move up|Delete)/ })).toBeNull();
});

it('are inserted into the message of an action, and can be edited there', async () => {
  server.use(
    mockRoute(routes.listAdminUsers, () => aPage([anAdminUser()])),
    mockRoute(routes.listRules, () => []),
  );
  const user = open('moderator', '/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Take action on Ada Weaver' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: 'Message to the user' });
  await user.type(field, 'Hello Ada');
  const select = await dialog.findByRole('combobox', { name: 'Insert a canned response' });
  await user.selectOptions(select, 'Spam');
  expect(field).toHaveValue('Hello Ada\n\nPlease do not advertise.');
  expect(select).toHaveValue('');
  await user.type(field, ' Thanks');
  expect(field).toHaveValue('Hello Ada\n\nPlease do not advertise. Thanks');
});
