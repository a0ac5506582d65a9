import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { reactToThread } from '@skein/contracts/engagement';
import type { ReactionType } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import { renderCard as show } from '../../../testing/render-card.tsx';

/** Remembers what was sent, and answers as if nobody else reacted. */
function givenReactions() {
  const asked: string[] = [];
  server.use(
    mockRoute<typeof reactToThread>('POST', '/threads/{threadId}/reaction', async (request) => {
      // What the contract says the query and the body are.
      const type = new URL(request.url).searchParams.get('reactionType') as ReactionType;
      const { on } = (await request.json()) as { on: boolean };
      asked.push(`${type} ${on ? 'on' : 'off'}`);
      return {
        success: true,
        message: '',
        myReaction: on ? type : null,
        reactions: on ? { [type]: 1 } : {},
      };
    }),
  );
  return asked;
}

const reactButton = () => screen.getByRole('button', { name: /^React/ });
const picker = () => screen.findByRole('dialog', { name: 'React' });

const logged = vi.fn<() => void>();

beforeEach(() => {
  logged.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(logged);
});

it('gives a reaction by keyboard alone, and the focus back', async () => {
  const asked = givenReactions();
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
  await waitFor(() => expect(asked).toEqual(['laugh on']));
  await waitFor(() => expect(reactButton()).toHaveFocus());
});

it('takes the same one back', async () => {
  const asked = givenReactions();
  const { user } = show({ reactions: { love: 1 }, myReaction: 'love' });
  await user.click(reactButton());
  await picker();
  const love = screen.getByRole('button', { name: 'Love' });
  expect(love).toHaveAttribute('aria-pressed', 'true');
  await user.click(love);
  await waitFor(() => expect(reactButton()).toHaveAccessibleName('React'));
  await waitFor(() => expect(asked).toEqual(['love off']));
});

it('puts another in its place', async () => {
  const asked = givenReactions();
  const { user } = show({ reactions: { love: 1 }, myReaction: 'love' });
  await user.click(reactButton());
  await picker();
  await user.click(screen.getByRole('button', { name: 'Wow' }));
  await waitFor(() => expect(asked).toEqual(['wow on']));
  expect(reactButton()).toHaveAccessibleName('React, 1 reaction');
});

it('is taken back when the server refuses', async () => {
  server.use(
    mockRoute<typeof reactToThread>('POST', '/threads/{threadId}/reaction', () =>
      errorResponse({ status: 404, code: 'not_found' }),
    ),
  );
  const { user } = show({ reactions: { sad: 4 } });
  await user.click(reactButton());
  await picker();
  await user.click(screen.getByRole('button', { name: 'Sad' }));
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  await waitFor(() => expect(reactButton()).toHaveAccessibleName('React, 4 reactions'));
  expect(reactButton()).toHaveAttribute('aria-pressed', 'false');
});

it.each([
  ['resting the pointer', { pointerType: 'mouse' }, 'pointerEnter'],
  ['a long press', { pointerType: 'touch' }, 'pointerDown'],
] as const)('opens by %s', async (_how, pointer, event) => {
  show();
  fireEvent[event](reactButton(), pointer);
  expect(await picker()).toBeInTheDocument();
});
