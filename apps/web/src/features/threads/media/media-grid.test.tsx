import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Media } from '@skein/contracts/media';
import { aPicture } from '../../../testing/threads.ts';
import { TestRouter } from '../../../testing/test-router.tsx';
import { MediaGrid } from './media-grid.tsx';

const show = (media: Media[]) => {
  const { container } = render(<MediaGrid media={media} />, { wrapper: TestRouter });
  return {
    user: userEvent.setup(),
    images: () => container.querySelectorAll('img'),
    boxes: () => container.querySelectorAll('.bg-sunken'),
  };
};

describe('the media grid', () => {
  it('reserves the space of an image and offers all its widths', () => {
    const picture = aPicture({ altText: 'A ball of yarn', focus: { x: 0.5, y: -0.3 } });
    show([picture]);
    expect(screen.getByAltText('A ball of yarn')).toHaveStyle({ objectPosition: '75.0% 65.0%' });
    const image = screen.getByAltText('A ball of yarn');
    expect(image).toHaveAttribute('width', '1600');
    expect(image).toHaveAttribute('height', '1200');
    expect(image).toHaveAttribute('loading', 'lazy');
    expect(image.getAttribute('srcset')).toBe(
      `${picture.variants[0]?.url} 640w, ${picture.mediaUrl} 1600w`,
    );
  });

  it('shows the blurhash until the image is loaded', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const { images } = show([aPicture({ blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj' })]);
    await waitFor(() => expect(document.querySelector('canvas')).toBeInTheDocument());
    const [image] = images();
    if (image) fireEvent.load(image);
    expect(document.querySelector('canvas')).not.toBeInTheDocument();
  });

  it('shows the number of items beyond the fourth', () => {
    const { images } = show(Array.from({ length: 7 }, () => aPicture()));
    expect(images()).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Open picture 4 of 7' })).toHaveTextContent('+3');
  });

  it('hides broken images, and disappears with the last one', () => {
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

  it('shows the top of a very tall picture, and all of it on demand', async () => {
    const { user, boxes, images } = show([aPicture({ width: 720, height: 6000 })]);
    const frame = boxes()[0]?.parentElement;
    expect(images()[0]).toHaveClass('object-top');
    expect(frame?.style.aspectRatio).toBe('0.5 / 1');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(frame?.style.aspectRatio).toBe('0.12 / 1');
    expect(frame?.style.width).toBe('min(100%, 720px)');
    await user.click(screen.getByRole('button', { name: 'Show less' }));
    expect(frame?.style.aspectRatio).toBe('0.5 / 1');
  });

  it('shows the top of very tall pictures among several, without a button', () => {
    const { images } = show([aPicture({ width: 720, height: 6000 }), aPicture()]);
    expect(images()[0]).toHaveClass('object-top');
    expect(images()[1]).not.toHaveClass('object-top');
    expect(screen.queryByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
  });

  it.each(['video', 'image'] as const)('shows a phone-sized %s without a button', (mediaType) => {
    const height = mediaType === 'image' ? 2340 : 6000;
    show([aPicture({ mediaType, width: 1080, height })]);
    expect(screen.queryByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
  });

  it('shows nothing for files that are not images or videos', () => {
    const { images } = show([aPicture({ mediaType: 'other' })]);
    expect(images()).toHaveLength(0);
  });

  it('shows the alt text after a click on the ALT badge', async () => {
    const { user } = show([aPicture({ altText: 'A ball of yarn' })]);
    expect(screen.getByText('A ball of yarn')).not.toBeVisible();
    await user.click(screen.getByRole('button', { name: 'ALT: show the description' }));
    expect(screen.getByText('A ball of yarn')).toBeVisible();
  });
});

describe('the lightbox', () => {
  const focused = () =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const openSecond = async () => {
    const shown = show([aPicture({ altText: 'One' }), aPicture({ altText: 'Two' }), aPicture()]);
    const opener = screen.getByRole('button', { name: 'Open picture 2 of 3: Two' });
    await shown.user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Picture 2 of 3' });
    // The lightbox takes the focus with a delay: earlier keys would go to the page.
    await waitFor(() => expect(dialog).toContainElement(focused()));
    return { ...shown, opener, dialog };
  };

  it('shows an image with its alt text', async () => {
    const { dialog } = await openSecond();
    expect(dialog).toHaveAccessibleDescription('Two');
    expect(within(dialog).getByAltText('Two')).toBeInTheDocument();
  });

  it('changes the image with arrow keys and buttons and stops at both ends', async () => {
    const { user } = await openSecond();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('dialog', { name: 'Picture 1 of 3' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Previous picture' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next picture' }));
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeInTheDocument();
  });

  it('changes the image with a swipe', async () => {
    await openSecond();
    const image = within(screen.getByRole('dialog')).getByAltText('Two');
    fireEvent.pointerDown(image, { clientX: 300 });
    fireEvent.pointerUp(image, { clientX: 100 });
    expect(screen.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeInTheDocument();
  });

  it('closes on a click outside of the image, but not on the image or after a swipe', async () => {
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

  const getBox = (dialog: HTMLElement) => {
    const box = within(dialog).getByAltText('Two').parentElement;
    if (!box) throw new Error('no box');
    return box;
  };

  it('closes with a swipe down, and follows the finger before', async () => {
    const { dialog } = await openSecond();
    const box = getBox(dialog);
    fireEvent.pointerDown(box, { clientX: 100, clientY: 100 });
    fireEvent.pointerMove(box, { clientX: 110, clientY: 160, buttons: 1 });
    expect(box.style.transform).toBe('translate(0px, 60px) scale(1)');
    fireEvent.pointerUp(box, { clientX: 110, clientY: 160 });
    expect(box.style.transform).not.toContain('60px');
    fireEvent.pointerDown(box, { clientX: 100, clientY: 100 });
    fireEvent.pointerUp(box, { clientX: 110, clientY: 260 });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('zooms with two fingers, which show no other picture', async () => {
    const { dialog } = await openSecond();
    const box = getBox(dialog);
    fireEvent.pointerDown(box, { pointerId: 1, clientX: 100 });
    fireEvent.pointerDown(box, { pointerId: 2, clientX: 200 });
    fireEvent.pointerMove(box, { pointerId: 2, clientX: 400, buttons: 1 });
    expect(box.style.transform).toContain('scale(3)');
    fireEvent.pointerUp(box, { pointerId: 1, clientX: 100 });
    fireEvent.pointerUp(box, { pointerId: 2, clientX: 400 });
    expect(screen.getByRole('dialog', { name: 'Picture 2 of 3' })).toBeInTheDocument();
    expect(box.style.transform).toContain('scale(3)');
  });

  it('loads the whole image when it is zoomed with a double click, and resets the zoom', async () => {
    const { user, dialog } = await openSecond();
    const image = within(dialog).getByAltText('Two');
    expect(image).toHaveAttribute('sizes', '100vw');
    await user.dblClick(image);
    expect(getBox(dialog).style.transform).toContain('scale(2.5)');
    expect(image).toHaveAttribute('sizes', '1600px');
    await user.dblClick(image);
    expect(getBox(dialog).style.transform).toContain('scale(1)');
  });

  it('zooms with keys; then the arrow keys do not change the image', async () => {
    const { user, dialog } = await openSecond();
    await user.keyboard('+');
    expect(getBox(dialog).style.transform).toContain('scale(1.5)');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Picture 2 of 3' })).toBeInTheDocument();
    await user.keyboard('-{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeInTheDocument();
  });

  it('does not zoom when a button is pressed twice', async () => {
    const { user, dialog } = await openSecond();
    await user.click(screen.getByRole('button', { name: 'Previous picture' }));
    await user.dblClick(screen.getByRole('button', { name: 'Next picture' }));
    expect(screen.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeInTheDocument();
    expect(dialog.innerHTML).not.toContain('scale(2.5)');
  });

  it('closes on back navigation', async () => {
    const { opener } = await openSecond();
    await waitFor(() =>
      expect(window.history.state).toMatchObject({ usr: { pageKey: 'default' } }),
    );
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('returns the focus when it is closed', async () => {
    const { user, opener } = await openSecond();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });
});
