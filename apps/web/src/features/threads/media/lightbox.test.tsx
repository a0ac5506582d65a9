import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aPicture } from '../../../testing/threads.ts';
import { Lightbox } from './lightbox.tsx';

it.each([
  { mediaType: 'image', transform: /scale\(1\.6/ },
  { mediaType: 'video', transform: /scale\(1\)/ },
] as const)('zooms images only with the wheel: $mediaType', async ({ mediaType, transform }) => {
  const media = aPicture({ mediaType, mediaUrl: '/media/loom', altText: 'A loom' });
  render(<Lightbox pictures={[media]} startIndex={0} onClose={() => undefined} />);
  await screen.findByRole('dialog');
  const isImage = mediaType === 'image';
  const picture = isImage ? screen.getByAltText('A loom') : screen.getByLabelText('A loom');
  const pinch = createEvent.wheel(picture, { ctrlKey: true, deltaY: -50 });
  fireEvent(picture, pinch);
  // Otherwise the browser zooms the page.
  expect(pinch.defaultPrevented).toBe(isImage);
  expect(picture.closest<HTMLElement>('[style*=transform]')?.style.transform).toMatch(transform);
});
