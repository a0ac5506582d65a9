import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Banner } from './banner.tsx';

const findImage = (container: HTMLElement) => container.querySelector('img');

it('offers the stored sizes of a banner, and shows a color if it fails to load', () => {
  const { container } = render(<Banner name="Ada" url="/media/key/1500.webp" sizes="600px" />);
  const image = findImage(container);
  if (!image) throw new Error('There is no image.');
  expect(image).toHaveAttribute(
    'srcset',
    '/media/key/1500.webp 1500w, /media/key/900.webp 900w, /media/key/600.webp 600w',
  );
  expect([image.width, image.height]).toEqual([1500, 500]);
  fireEvent.error(image);
  expect(findImage(container)).toBeNull();
});

it('shows a selected file without other sizes', () => {
  const { container } = render(<Banner name="Ada" url="blob:preview" sizes="600px" />);
  expect(findImage(container)).not.toHaveAttribute('srcset');
});
