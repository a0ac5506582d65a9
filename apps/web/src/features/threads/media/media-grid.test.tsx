import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Media } from '@skein/contracts/media';
import { aPicture } from '../../../testing/threads.ts';
import { MediaGrid } from './media-grid.tsx';

const show = (media: Media[]) => {
  const { container } = render(<MediaGrid media={media} />);
  return {
    user: userEvent.setup(),
    images: () => container.querySelectorAll('img'),
    boxes: () => container.querySelectorAll('.bg-sunken'),
  };
};

describe('grid', () => {
  it('reserves the box and offers the browser every width', () => {
    const picture = aPicture({ altText: 'A ball of yarn' });
    show([picture]);
    const image = screen.getByAltText('A ball of yarn');
    expect(image).toHaveAttribute('width', '1600');
    expect(image).toHaveAttribute('height', '1200');
    expect(image).toHaveAttribute('loading', 'lazy');
    expect(image.getAttribute('srcset')).toBe(
      `${picture.variants[0]?.url} 640w, ${picture.mediaUrl} 1600w`,
    );
  });

  it('draws a blur until the picture is there', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const { images } = show([aPicture({ blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj' })]);
    await waitFor(() => expect(document.querySelector('canvas')).toBeInTheDocument());
    const [image] = images();
    if (image) fireEvent.load(image);
    expect(document.querySelector('canvas')).not.toBeInTheDocument();
  });

  it('tells how many there are beyond the fourth', () => {
    const { images } = show(Array.from({ length: 7 }, () => aPicture()));
    expect(images()).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Open picture 4 of 7' })).toHaveTextContent('+3');
  });

  it('closes up when a picture is broken, and is gone with the last one', () => {
    const { images, boxes } = show([aPicture({ altText: 'A ball of yarn' }), aPicture()]);
    const [first, second] = images();
    if (first) fireEvent.error(first);
    expect([...images()]).toEqual([second]);
    expect(boxes()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Open picture 1 of 1' })).toBeInTheDocument();
    expect(screen.queryByText('A ball of yarn')).not.toBeInTheDocument();
    if (second) fireEvent.error(second);
    expect(document.body.textContent).toBe('');
    expect(boxes()).toHaveLength(0);
  });

  it('shows nothing for files that are no pictures', () => {
    const { images } = show([aPicture({ mediaType: 'other' })]);
    expect(images()).toHaveLength(0);
  });

  it('shows a description on demand', async () => {
    const { user } = show([aPicture({ altText: 'A ball of yarn' })]);
    expect(screen.getByText('A ball of yarn')).not.toBeVisible();
    await user.click(screen.getByRole('button', { name: 'ALT: show the description' }));
    expect(screen.getByText('A ball of yarn')).toBeVisible();
  });
});

describe('lightbox', () => {
  const focused = () =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const openSecond = async () => {
    const shown = show([aPicture({ altText: 'One' }), aPicture({ altText: 'Two' }), aPicture()]);
    const opener = screen.getByRole('button', { name: 'Open picture 2 of 3: Two' });
    await shown.user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Picture 2 of 3' });
    // It comes a moment later; keys pressed before would go to what is below.
    await waitFor(() => expect(dialog).toContainElement(focused()));
    return { ...shown, opener, dialog };
  };

  it('shows a picture with its description', async () => {
    const { dialog } = await openSecond();
    expect(dialog).toHaveAccessibleDescription('Two');
    expect(within(dialog).getByAltText('Two')).toBeInTheDocument();
  });

  it('is turned by arrow keys and buttons, up to its ends', async () => {
    const { user } = await openSecond();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('dialog', { name: 'Picture 1 of 3' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Previous picture' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next picture' }));
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeInTheDocument();
  });

  it('is turned by a swipe', async () => {
    await openSecond();
    const image = within(screen.getByRole('dialog')).getByAltText('Two');
    fireEvent.pointerDown(image, { clientX: 300 });
    fireEvent.pointerUp(image, { clientX: 100 });
    expect(screen.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeInTheDocument();
  });

  it('is closed by a click beside the picture, but not by one on it or after a swipe', async () => {
    const { user, dialog } = await openSecond();
    const image = within(dialog).getByAltText('Two');
    const stage = image.parentElement?.parentElement;
    if (!stage) throw new Error('no stage');
    await user.click(image);
    fireEvent.pointerDown(stage, { clientX: 30 });
    fireEvent.pointerUp(stage, { clientX: 300 });
    fireEvent.click(stage, { clientX: 300 });
    expect(screen.getByRole('dialog', { name: 'Picture 1 of 3' })).toBeInTheDocument();
    await user.click(stage);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is closed by Back', async () => {
    const { opener } = await openSecond();
    await waitFor(() => expect(window.history.state).toEqual({ isLayer: true }));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('gives the focus back when it is closed', async () => {
    const { user, opener } = await openSecond();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });
});
