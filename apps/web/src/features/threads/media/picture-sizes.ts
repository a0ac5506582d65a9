import type { Media } from '@skein/contracts/media';
import { cellRatio, singlePictureRatio } from './media-layout.ts';
import type { MediaCell } from './media-layout.ts';

// The column is at most 600 px wide; the avatar and the paddings take 84 px of it.
const columnWidth = { wide: '516px', narrow: '(100vw - 84px)' };

type Dimensions = Pick<Media, 'width' | 'height'>;

/**
 * The `sizes` attribute of an image in a card. `object-fit: cover` renders an image that is wider
 * than its box at the full height, so its cropped parts count too. Without `cell` it is single.
 */
export function pictureSizes({ width, height }: Dimensions, cell?: MediaCell): string {
  const boxRatio = cell ? cellRatio(cell) : singlePictureRatio(width, height);
  const boxShare = cell ? cell.columnSpan / 2 : 1;
  const overflow = width && height ? Math.max(1, width / height / boxRatio) : 1;
  const share = Number((boxShare * overflow).toFixed(3));
  return `(min-width: 640px) calc(${columnWidth.wide} * ${share}), calc(${columnWidth.narrow} * ${share})`;
}
