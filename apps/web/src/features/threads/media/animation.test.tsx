import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseOnDevice } from '../../../lib/appearance.ts';
import { TestRouter } from '../../../testing/test-router.tsx';
import { aPicture, aThread } from '../../../testing/threads.ts';
import { MessageMedia } from '../../chat/message/message-media.tsx';
import { MediaGrid } from './media-grid.tsx';
import { MediaTiles } from './media-tiles.tsx';

const animation = aPicture({
  altText: 'A loom at work',
  mediaUrl: '/media/loom/original.webp',
  posterUrl: '/media/loom/poster.webp',
});

const preferReducedMotion = () => {
  const reducedMotion = Object.assign(window.matchMedia(''), { matches: true });
  vi.spyOn(window, 'matchMedia').mockReturnValue(reducedMotion);
};
const getImage = () => screen.getByAltText('A loom at work');

beforeEach(() => {
  Object.assign(window, { scrollTo: () => undefined });
});
afterEach(() => chooseOnDevice('motion', 'system'));

describe.each([
  ['a thread', <MediaGrid key="thread" media={[animation]} />],
  [
    'a message',
    <MessageMedia
      key="message"
      media={animation}
      senderId={null}
      isCovered={false}
      fallback={null}
    />,
  ],
])('an animation in %s', (_place, media) => {
  it('plays and can be paused', async () => {
    render(media, { wrapper: TestRouter });
    expect(getImage()).toHaveAttribute('src', animation.mediaUrl);
    await userEvent.click(screen.getByRole('button', { name: 'Pause animation' }));
    expect(getImage()).toHaveAttribute('src', animation.posterUrl);
    expect(getImage()).not.toHaveAttribute('srcset');
    await userEvent.click(screen.getByRole('button', { name: 'Play animation' }));
    expect(getImage()).toHaveAttribute('src', animation.mediaUrl);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows its first frame with reduced motion until it is played', async () => {
    preferReducedMotion();
    render(media, { wrapper: TestRouter });
    expect(getImage()).toHaveAttribute('src', animation.posterUrl);
    expect(getImage()).not.toHaveAttribute('srcset');
    await userEvent.click(screen.getByRole('button', { name: 'Play animation' }));
    expect(getImage()).toHaveAttribute('src', animation.mediaUrl);
  });

  it('stops when motion is reduced on this device', async () => {
    render(media, { wrapper: TestRouter });
    expect(getImage()).toHaveAttribute('src', animation.mediaUrl);
    await act(async () => {
      chooseOnDevice('motion', 'reduced');
      await Promise.resolve();
    });
    expect(getImage()).toHaveAttribute('src', animation.posterUrl);
  });
});

it('shows the first frame of an animation in the viewer with reduced motion', async () => {
  preferReducedMotion();
  render(<MediaGrid media={[animation]} />, { wrapper: TestRouter });
  await userEvent.click(screen.getByRole('button', { name: /^Open picture 1/ }));
  const viewer = within(await screen.findByRole('dialog'));
  const image = viewer.getByAltText('A loom at work');
  expect(image).toHaveAttribute('src', animation.posterUrl);
  await userEvent.click(viewer.getByRole('button', { name: 'Play animation' }));
  expect(image).toHaveAttribute('src', animation.mediaUrl);
});

it('shows no button for a still image', () => {
  render(<MediaGrid media={[aPicture()]} />, { wrapper: TestRouter });
  expect(screen.queryByRole('button', { name: /animation/ })).not.toBeInTheDocument();
});

it('shows the first frame of animations that have no place for a button', () => {
  const thread = aThread({ media: [animation] });
  const row = { id: 'row', threads: [thread] };
  const { unmount } = render(
    <MediaTiles row={row} position={1} tabIndex={0} onFocus={() => undefined} />,
    {
      wrapper: TestRouter,
    },
  );
  expect(getImage()).toHaveAttribute('src', animation.posterUrl);
  unmount();
  const others = Array.from({ length: 4 }, () => aPicture());
  const { container } = render(<MediaGrid media={[...others.slice(1), animation, ...others]} />, {
    wrapper: TestRouter,
  });
  expect(container.querySelectorAll('img')[3]).toHaveAttribute('src', animation.posterUrl);
});
