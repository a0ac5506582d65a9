import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, server } from '../../../testing/api.ts';
import { waitForDialog, givenFeed } from '../../../testing/composer.ts';
import { mockEmojis } from '../../../testing/emojis.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anId } from '../../../testing/threads.ts';

/** Returns the hashtags with the requested prefix and records the requests. */
function givenTags(...tags: string[]) {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.suggestHashtags, ({ url }) => {
      const q = new URL(url).searchParams.get('q') ?? '';
      requests.push(q);
      return tags
        .filter((tag) => tag.startsWith(q))
        .map((tag, index) => ({ tag, threadsCount: index + 1 }));
    }),
  );
  return requests;
}

function givenUsers() {
  const profile = { picture: null, bio: null, isPrivate: false, isUserVerified: false };
  const relationship = { followersCount: 0, isFollowing: false, isFollowedBy: false };
  server.use(
    mockRoute(routes.searchUsers, () => [
      {
        id: anId(),
        name: 'Ada Weaver',
        username: 'ada',
        ...profile,
        ...relationship,
        followRequestStatus: null,
      },
    ]),
  );
}

async function openDialog() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  const { textBox } = await waitForDialog('New thread');
  return { user, textBox };
}

const optionsShown = async () =>
  within(await screen.findByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const activeOption = () =>
  within(screen.getByRole('listbox')).getByRole('option', { selected: true });

const waitForListToClose = () =>
  waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());

beforeEach(() => givenFeed());

it('suggests the most used hashtags after a hash and inserts the one chosen with the keyboard', async () => {
  givenTags('wool', 'cotton', 'silk');
  const { user, textBox } = await openDialog();
  await user.type(textBox, 'Knit #');
  expect(await optionsShown()).toEqual(['#wool1 thread', '#cotton2 threads', '#silk3 threads']);
  expect(activeOption()).toHaveTextContent('#wool');
  expect(textBox).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  const active = activeOption();
  expect(active).toHaveTextContent('#silk');
  expect(textBox).toHaveAttribute('aria-activedescendant', active.id);
  await user.keyboard('{Enter}now');
  expect(textBox).toHaveValue('Knit #silk now');
  expect(textBox).toHaveFocus();
});

it('sends one request for a word that is typed without a pause', async () => {
  const requests = givenTags('wool', 'woven');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#WO');
  expect(await optionsShown()).toHaveLength(2);
  expect(requests).toEqual(['wo']);
  await user.keyboard('{Tab}');
  expect(textBox).toHaveValue('#wool ');
});

it('completes mentions, also by touch', async () => {
  givenUsers();
  const { user, textBox } = await openDialog();
  await user.type(textBox, 'Hi @we');
  expect(await optionsShown()).toEqual(['AWAda Weaver@ada']);
  await user.click(activeOption());
  expect(textBox).toHaveValue('Hi @ada ');
});

it('completes the names of emojis', async () => {
  const names = { category: 'All', tone: 'Light', rocket: 'rocket', wave: 'waving hand' };
  server.use(mockEmojis(names));
  const { user, textBox } = await openDialog();
  await user.type(textBox, 'Off :ro');
  expect(await optionsShown()).toEqual(['🚀rocket']);
  await user.keyboard('{Enter}');
  expect(textBox).toHaveValue('Off 🚀 ');
});

it('closes the list but not the dialog on Escape, until the next word', async () => {
  givenTags('wool', 'woven');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#w');
  await optionsShown();
  await user.keyboard('{Escape}');
  await waitForListToClose();
  await user.type(textBox, 'o');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(textBox).toHaveValue('#wo\n');
  await user.type(textBox, '#w');
  expect(await optionsShown()).toHaveLength(2);
});

it('ignores keys while an input method composes text', async () => {
  givenTags('日本', '日曜');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#日');
  await optionsShown();
  fireEvent.compositionStart(textBox);
  fireEvent.keyDown(textBox, { key: 'Enter', isComposing: true });
  fireEvent.compositionEnd(textBox);
  fireEvent.keyDown(textBox, { key: 'Enter' });
  expect(textBox).toHaveValue('#日');
});

it('closes shortly after the text box loses the focus', async () => {
  givenTags('wool', 'woven');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#w');
  await optionsShown();
  act(() => textBox.blur());
  expect(screen.getByRole('listbox')).toBeInTheDocument();
  await waitForListToClose();
});

it('shows no list if the only suggestion equals the typed word', async () => {
  const requests = givenTags('wool');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#wool');
  await waitFor(() => expect(requests).toEqual(['wool']));
  await waitForListToClose();
});
