import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Poll } from '@skein/contracts/threads';
import { Toasts } from '../../../ui/toasts.tsx';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import { renderCard } from '../../../testing/render-card.tsx';
import { aPoll, aThread } from '../../../testing/threads.ts';

const hourMs = 3_600_000;
const openPoll = (fields: Partial<Poll> = {}) =>
  aPoll({ expiresAt: new Date(Date.now() + 5.5 * hourMs).toISOString(), ...fields });

async function show(poll: Poll) {
  render(<Toasts />);
  const rendered = renderCard({ poll });
  await screen.findByRole('group', { name: /^Poll/ });
  return rendered;
}

function givenVote(reply: (optionIds: string[]) => Poll | Response) {
  server.use(
    mockRoute(routes.votePoll, async (request) => {
      // The contract defines the shape of the body.
      const { optionIds } = (await request.json()) as { optionIds: string[] };
      const poll = reply(optionIds);
      return poll instanceof Response ? poll : { success: true, message: '', poll };
    }),
  );
}

it('sends one vote and shows the results', async () => {
  const poll = openPoll();
  const requests: string[][] = [];
  givenVote((optionIds) => {
    requests.push(optionIds);
    return { ...poll, totalVotes: 9, myOptionIds: optionIds };
  });
  const { user } = await show(poll);
  expect(screen.getByText(/5h left/)).toBeInTheDocument();
  const voteButton = screen.getByRole('button', { name: 'Vote' });
  expect(voteButton).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Wool' }));
  await user.click(screen.getByRole('radio', { name: 'Cotton' }));
  await user.click(voteButton);
  expect(await screen.findByText(/9 votes/)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'your vote' })).toBeInTheDocument();
  expect(requests).toEqual([[poll.options[1]?.id]]);
});

it('allows several options if the poll does', async () => {
  const poll = openPoll({ multiple: true });
  const requests: string[][] = [];
  givenVote((optionIds) => {
    requests.push(optionIds);
    return { ...poll, myOptionIds: optionIds };
  });
  const { user } = await show(poll);
  for (const option of screen.getAllByRole('checkbox')) await user.click(option);
  await user.click(screen.getByRole('button', { name: 'Vote' }));
  await waitFor(() => expect(requests).toEqual([poll.options.map(({ id }) => id)]));
  expect(await screen.findAllByRole('img', { name: 'your vote' })).toHaveLength(2);
});

it('restores the selection if the vote is rejected', async () => {
  givenVote(() => errorResponse({ status: 500, message: 'Something broke.' }));
  const { user } = await show(openPoll());
  await user.click(screen.getByRole('radio', { name: 'Wool' }));
  await user.click(screen.getByRole('button', { name: 'Vote' }));
  expect(await screen.findByText("Your vote wasn't counted")).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Wool' })).toBeChecked();
});

it('shows the results if the viewer has already voted on another device', async () => {
  const poll = openPoll();
  const voted = { ...poll, totalVotes: 5, myOptionIds: [poll.options[0]?.id ?? ''] };
  givenVote(() =>
    errorResponse({ status: 409, code: 'conflict', message: 'You have voted already.' }),
  );
  server.use(mockRoute(routes.getThread, () => aThread({ poll: voted })));
  const { user } = await show(poll);
  await user.click(screen.getByRole('radio', { name: 'Cotton' }));
  await user.click(screen.getByRole('button', { name: 'Vote' }));
  expect(await screen.findByText('You have voted already.')).toBeInTheDocument();
  expect(await screen.findByText(/5 votes/)).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it('shows the results before voting on request', async () => {
  const { user } = await show(openPoll());
  await user.click(screen.getByRole('button', { name: 'Show results' }));
  expect(screen.getByText('75%')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to the vote' }));
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

it('shows the results after the poll has expired', async () => {
  await show(openPoll({ expiresAt: '2020-01-01T00:00:00.000Z' }));
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.getByText(/Final results/)).toBeInTheDocument();
});
