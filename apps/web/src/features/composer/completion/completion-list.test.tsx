import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { suggestHashtags } from '@skein/contracts/search';
import type { searchUsers } from '@skein/contracts/users';
import { mockRoute, server } from '../../../testing/api.ts';
import { dialogIsReady, givenFeed } from '../../../testing/composer.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anId } from '../../../testing/threads.ts';

/** Answers with the tags that begin with what is asked; remembers the questions. */
function givenTags(...tags: string[]) {
  const asked: string[] = [];
  server.use(
    mockRoute<typeof suggestHashtags>('GET', '/hashtags/suggestions', ({ url }) => {
      const q = new URL(url).searchParams.get('q') ?? '';
      asked.push(q);
      return tags
        .filter((tag) => tag.startsWith(q))
        .map((tag, index) => ({ tag, threadsCount: index + 1 }));
    }),
  );
  return asked;
}

function givenUsers() {
  const person = { picture: null, bio: null, isPrivate: false, isUserVerified: false };
  const ties = { followersCount: 0, isFollowing: false, isFollowedBy: false };
  server.use(
    mockRoute<typeof searchUsers>('GET', '/users/search', () => [
      {
        id: anId(),
        name: 'Ada Weaver',
        username: 'ada',
        ...person,
        ...ties,
        followRequestStatus: null,
      },
    ]),
  );
}

async function openDialog() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  const { textBox } = await dialogIsReady('New thread');
  return { user, textBox };
}

const optionsShown = async () =>
  within(await screen.findByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const activeOption = () =>
  within(screen.getByRole('listbox')).getByRole('option', { selected: true });

const listIsGone = () =>
  waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());

beforeEach(() => givenFeed());

it('offers the most used tags for a bare hash, and takes the one chosen by keys', async () => {
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

it('asks once for what is typed in one go', async () => {
  const asked = givenTags('wool', 'woven');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#WO');
  expect(await optionsShown()).toHaveLength(2);
  expect(asked).toEqual(['wo']);
  await user.keyboard('{Tab}');
  expect(textBox).toHaveValue('#wool ');
});

it('completes names, by touch too', async () => {
  givenUsers();
  const { user, textBox } = await openDialog();
  await user.type(textBox, 'Hi @we');
  expect(await optionsShown()).toEqual(['AWAda Weaver@ada']);
  await user.click(activeOption());
  expect(textBox).toHaveValue('Hi @ada ');
});

it('leaves with Escape, which does not close the dialog, until the next word', async () => {
  givenTags('wool', 'woven');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#w');
  await optionsShown();
  await user.keyboard('{Escape}');
  await listIsGone();
  await user.type(textBox, 'o');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(textBox).toHaveValue('#wo\n');
  await user.type(textBox, '#w');
  expect(await optionsShown()).toHaveLength(2);
});

it('leaves the keys to an input method', async () => {
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

it('goes a moment after the focus', async () => {
  givenTags('wool', 'woven');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#w');
  await optionsShown();
  act(() => textBox.blur());
  expect(screen.getByRole('listbox')).toBeInTheDocument();
  await listIsGone();
});

it('offers nothing when there is nothing but what stands there', async () => {
  const asked = givenTags('wool');
  const { user, textBox } = await openDialog();
  await user.type(textBox, '#wool');
  await waitFor(() => expect(asked).toEqual(['wool']));
  await listIsGone();
});
