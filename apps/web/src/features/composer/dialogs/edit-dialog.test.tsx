import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, networkFailure, errorResponse, server } from '../../../testing/api.ts';
import { waitForDialogToClose, waitForDialog, givenFeed } from '../../../testing/composer.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aPicture, aThread } from '../../../testing/threads.ts';
import { openComposer } from '../../../testing/dialogs.tsx';

const thread = aThread({ content: 'Wol' });

beforeEach(() => givenFeed([thread]));

async function openDialog() {
  const user = renderApp('/feed');
  await screen.findByText('Wol');
  openComposer({ kind: 'edit', thread });
  const { dialog, textBox } = await waitForDialog('Edit Post');
  return { user, textBox, save: within(dialog).getByRole('button', { name: 'Save Changes' }) };
}

it('updates every list with the text that the server returns', async () => {
  const sent: unknown[] = [];
  server.use(
    mockRoute(routes.editThread, async (request) => {
      sent.push(await request.json());
      return { ...thread, content: 'Wool.', editedAt: '2026-11-21T10:00:00.000Z' };
    }),
  );
  const { user, textBox, save } = await openDialog();
  expect(textBox).toHaveValue('Wol');
  // The document contains the text only where it is published.
  expect(screen.getByText('Wol').closest('article')).toBeInTheDocument();
  expect(textBox).toHaveAttribute('placeholder', "What's new?");
  await user.clear(textBox);
  expect(save).toBeDisabled();
  await user.type(textBox, 'Wool');
  await user.click(save);
  expect(await screen.findByText('Success')).toBeInTheDocument();
  expect(screen.getByText('Post updated successfully')).toBeInTheDocument();
  await waitForDialogToClose();
  expect(sent).toEqual([{ content: 'Wool' }]);
  expect(screen.getByRole('article')).toHaveTextContent('Wool.');
});

it('shows the author and the files, whose descriptions can be corrected', async () => {
  const media = [aPicture({ altText: 'A lom' }), aPicture({ altText: null })];
  const pictures = aThread({ content: 'Wool', media });
  givenFeed([pictures]);
  const sent: unknown[] = [];
  server.use(
    mockRoute(routes.editThread, async (request) => {
      sent.push(await request.json());
      return pictures;
    }),
  );
  const user = renderApp('/feed');
  await screen.findByText('Wool');
  openComposer({ kind: 'edit', thread: pictures });
  const { dialog, textBox } = await waitForDialog('Edit Post');
  const save = within(dialog).getByRole('button', { name: 'Save Changes' });
  expect(within(dialog).getByText('Mark files as sensitive')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /^Remove|^Move/ })).not.toBeInTheDocument();
  await user.click(within(dialog).getAllByRole('button', { name: /^ALT: describe/ })[0] ?? dialog);
  const description = within(dialog).getByRole('textbox', { name: /description/i });
  expect(description).toHaveValue('A lom');
  await user.clear(description);
  await user.type(description, 'A loom');
  await user.clear(textBox);
  expect(save).toBeDisabled();
  await user.type(textBox, 'Wool');
  await user.click(save);
  await waitForDialogToClose();
  expect(sent).toEqual([{ content: 'Wool', altText: ['A loom', ''] }]);
});

it('changes the language, and asks before the change is discarded', async () => {
  const english = aThread({ content: 'Wol', language: 'en' });
  givenFeed([english]);
  const sent: unknown[] = [];
  server.use(
    mockRoute(routes.editThread, async (request) => {
      sent.push(await request.json());
      return { ...english, language: 'de' };
    }),
  );
  const user = renderApp('/feed');
  await screen.findByText('Wol');
  openComposer({ kind: 'edit', thread: english });
  const { dialog } = await waitForDialog('Edit Post');
  const select = within(dialog).getByRole('combobox', { name: 'Language' });
  expect(select).toHaveValue('en');
  await user.selectOptions(select, 'German');
  await user.keyboard('{Escape}');
  const confirm = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  await user.click(within(confirm).getByRole('button', { name: 'Cancel' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await waitForDialogToClose();
  expect(sent).toEqual([{ content: 'Wol', language: 'de' }]);
});

it.each([
  ['an error', () => errorResponse({ status: 500 }), /^Failed to edit post$/],
  [
    'the limit of posts',
    () =>
      errorResponse({ status: 429, code: 'rate_limited', message: 'Please try again in 3 hours.' }),
    /^Please try again in 3 hours\.$/,
  ],
  ['a lost connection', networkFailure, /^There is no connection, so your changes weren't saved/],
])('reports %s and keeps the text', async (_failure, respond, message) => {
  server.use(mockRoute(routes.editThread, respond));
  const { user, textBox, save } = await openDialog();
  await user.type(textBox, '!');
  await user.click(save);
  expect(await screen.findByText('Error')).toBeInTheDocument();
  expect(screen.getByText(message)).toBeInTheDocument();
  expect(textBox).toHaveValue('Wol!');
});

it('asks for confirmation before changes are discarded, and stores no draft', async () => {
  const { user, textBox } = await openDialog();
  await user.type(textBox, '!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitForDialogToClose();
  expect(screen.getByRole('article')).toHaveTextContent('Wol');
  openComposer({ kind: 'edit', thread });
  expect((await waitForDialog('Edit Post')).textBox).toHaveValue('Wol');
});
