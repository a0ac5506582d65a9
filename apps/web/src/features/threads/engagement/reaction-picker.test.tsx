import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { ReactionType } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import { renderCard as show } from '../../../testing/render-card.tsx';

/** Records the requests and responds as if no other user had reacted. */
function givenReactions() {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.reactToThread, async (request) => {
      // The contract defines the shape of the query and the body.
      const type = new URL(request.url).searchParams.get('reactionType') as ReactionType;
      const { on } = (await request.json()) as { on: boolean };
      requests.push(`${type} ${on ? 'on' : 'off'}`);
      return {
        success: true,
        message: '',
        myReaction: on ? type : null,
        reactions: on ? { [type]: 1 } : {},
      };
    }),
  );
  return requests;
}

const reactButton = () => screen.getByRole('button', { name: /^React/ });
const picker = () => screen.findByRole('dialog', { name: 'React' });

const warn = vi.fn<() => void>();

beforeEach(() => {
  warn.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});

it('sets a reaction by keyboard and returns the focus', async () => {
  const requests = givenReactions();
  const { user } = show();
  reactButton().focus();
  await user.keyboard('{Enter}');
  await picker();
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Like'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toHaveAccessibleName('Laugh');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(reactButton()).toHaveAccessibleName('React, 1 reaction'));
  expect(reactButton()).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(requests).toEqual(['laugh on']));
  await waitFor(() => expect(reactButton()).toHaveFocus());
});

it('removes a reaction that is chosen again', async () => {
  const requests = givenReactions();
  const { user } = show({ reactions: { love: 1 }, myReaction: 'love' });
  await user.click(reactButton());
  await picker();
  const love = screen.getByRole('button', { name: 'Love' });
  expect(love).toHaveAttribute('aria-pressed', 'true');
  await user.click(love);
  await waitFor(() => expect(reactButton()).toHaveAccessibleName('React'));
  await waitFor(() => expect(requests).toEqual(['love off']));
});

it('replaces a reaction with another', async () => {
  const requests = givenReactions();
  const { user } = show({ reactions: { love: 1 }, myReaction: 'love' });
  await user.click(reactButton());
  await picker();
  await user.click(screen.getByRole('button', { name: 'Wow' }));
  await waitFor(() => expect(requests).toEqual(['wow on']));
  expect(reactButton()).toHaveAccessibleName('React, 1 reaction');
});

it('rolls back a reaction that the server rejects', async () => {
  server.use(
    mockRoute(routes.reactToThread, () => errorResponse({ status: 404, code: 'not_found' })),
  );
  const { user } = show({ reactions: { sad: 4 } });
  await user.click(reactButton());
  await picker();
  await user.click(screen.getByRole('button', { name: 'Sad' }));
  await waitFor(() => expect(warn).toHaveBeenCalledOnce());
  await waitFor(() => expect(reactButton()).toHaveAccessibleName('React, 4 reactions'));
  expect(reactButton()).toHaveAttribute('aria-pressed', 'false');
});

it.each([
  ['hovering', { pointerType: 'mouse' }, 'pointerEnter'],
  ['a long press', { pointerType: 'touch' }, 'pointerDown'],
] as const)('opens by %s', async (_how, pointer, event) => {
  const { user } = show();
  fireEvent[event](reactButton(), pointer);
  expect(await picker()).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
