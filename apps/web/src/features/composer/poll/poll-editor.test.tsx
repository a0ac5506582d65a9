import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  waitForDialogToClose,
  waitForDialog,
  givenFeed,
  givenPosting,
} from '../../../testing/composer.ts';
import { renderApp } from '../../../testing/render-app.tsx';

async function openPoll() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  const { dialog } = await waitForDialog('New thread');
  await user.click(screen.getByRole('button', { name: 'Add a poll' }));
  const post = within(dialog).getByRole('button', { name: 'Post' });
  return { user, dialog, post };
}

const box = (name: string) => screen.getByRole('textbox', { name });

beforeEach(() => givenFeed());

it('creates a poll that can be posted without text', async () => {
  const posted = givenPosting();
  const { user, post } = await openPoll();
  expect(box('Question')).toHaveFocus();
  expect(screen.getByText('A poll needs a question and at least two options.')).toBeInTheDocument();
  expect(post).toBeDisabled();
  await user.type(box('Question'), 'Wool or cotton?');
  await user.type(box('Option 1'), 'Wool');
  await user.type(box('Option 2'), 'Wool');
  expect(screen.getByText('Poll options must be different.')).toBeInTheDocument();
  await user.clear(box('Option 2'));
  await user.type(box('Option 2'), 'Cotton');
  await user.click(screen.getByRole('checkbox', { name: 'Allow multiple answers' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Runs for' }), '3 days');
  await user.click(post);
  await waitForDialogToClose();
  expect(JSON.parse(posted[0]?.form['poll']?.[0] ?? '')).toEqual({
    question: 'Wool or cotton?',
    options: ['Wool', 'Cotton'],
    multiple: true,
    durationMinutes: 3 * 24 * 60,
  });
});

it('allows two to six options', async () => {
  const { user } = await openPoll();
  expect(screen.queryByRole('button', { name: /^Remove option/ })).not.toBeInTheDocument();
  const add = screen.getByRole('button', { name: 'Add an option' });
  await user.click(add);
  expect(box('Option 3')).toHaveFocus();
  await user.type(box('Option 3'), 'Silk');
  await user.click(screen.getByRole('button', { name: 'Remove option 1' }));
  expect(box('Option 2')).toHaveValue('Silk');
  for (let count = 2; count < 6; count += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Add an option' }));
  }
  expect(box('Option 6')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add an option' })).not.toBeInTheDocument();
});

it('offers durations from five minutes to seven days, and can be removed', async () => {
  const { user } = await openPoll();
  const durations = within(screen.getByRole('combobox', { name: 'Runs for' }));
  expect(durations.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '5 minutes',
    '30 minutes',
    '1 hour',
    '6 hours',
    '1 day',
    '3 days',
    '7 days',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove the poll' }));
  expect(screen.queryByRole('textbox', { name: 'Question' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add a poll' })).toBeEnabled();
});
