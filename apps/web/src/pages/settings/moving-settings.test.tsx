import * as routes from '@skein/contracts/routes';
import type { AccountMove } from '@skein/contracts/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { givenFederation } from '../../testing/federation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anAccountMove, givenOwnProfile, givenSettingsPage } from '../../testing/settings.ts';
import { anId } from '../../testing/threads.ts';

let move: AccountMove;
let bodies: unknown[];

beforeEach(() => {
  givenFederation();
  givenSettingsPage();
  bodies = [];
  move = anAccountMove();
  const change = async (request: Request, changed: Partial<AccountMove>) => {
    bodies.push(await request.json());
    move = { ...move, ...changed };
    return move;
  };
  const movedTo = { id: anId(), username: 'ada@new.example', name: 'Ada' };
  const aliases = [{ uri: 'https://old.example/ada', username: 'ada@old.example' }];
  server.use(
    mockRoute(routes.getAccountMove, () => move),
    mockRoute(routes.addAlias, (request) => change(request, { aliases })),
    mockRoute(routes.removeAlias, (request) => change(request, { aliases: [] })),
    mockRoute(routes.moveAccount, (request) => change(request, { movedTo })),
    mockRoute(routes.cancelMove, () => {
      move = { ...move, movedTo: null, canMoveFrom: '2026-12-29T10:00:00.000Z' };
      return move;
    }),
  );
});

it('adds and removes aliases', async () => {
  givenOwnProfile();
  const user = renderApp('/settings/data');
  await user.type(await screen.findByLabelText('Handle of the other account'), '@ada@old.example');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('button', { name: 'Remove @ada@old.example' }));
  expect(await screen.findByLabelText('Handle of the other account')).toHaveValue('');
  expect(bodies).toEqual([{ handle: '@ada@old.example' }, { uri: 'https://old.example/ada' }]);
});

it('moves the account after it has shown the effect, and ends the redirect', async () => {
  givenOwnProfile({ followersCount: 7 });
  const user = renderApp('/settings/data');
  expect(await screen.findByText(/First add @ada@example\.org as an alias/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Move account' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^7 followers will follow/)).toBeVisible();
  await user.type(dialog.getByLabelText('Handle of the new account'), 'ada@new.example');
  await user.type(dialog.getByLabelText('Your password'), 'secret');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText(/^You have moved to @ada@new\.example/)).toBeVisible();
  expect(bodies).toEqual([{ handle: 'ada@new.example', password: 'secret' }]);
  await user.click(screen.getByRole('button', { name: 'End redirect' }));
  expect(await screen.findByText(/^You can move again on/)).toBeVisible();
});

it('says that the redirect could not be ended', async () => {
  move = anAccountMove({ movedTo: { id: anId(), username: 'ada@new.example', name: 'Ada' } });
  server.use(mockRoute(routes.cancelMove, () => errorResponse({ status: 500 })));
  givenOwnProfile();
  const user = renderApp('/settings/data');
  await user.click(await screen.findByRole('button', { name: 'End redirect' }));
  expect(await screen.findByText("The redirect couldn't be ended")).toBeVisible();
});
