import type { Media } from '@skein/contracts/media';
import { cellRatio, singlePictureRatio } from './media-layout.ts';
import type { MediaCell } from './media-layout.ts';

// The column is 600 px wide at most; the avatar and the paddings take 84 px of it.
const columnWidth = { wide: '516px', narrow: '(100vw - 84px)' };

type Dimensions = Pick<Media, 'width' | 'height'>;

/**
 * How wide a picture is drawn, as the `sizes` of an image: one that is wider than its box fills
 * the height of it, so that its hidden parts count too. Without a cell it stands alone.
 */
export function pictureSizes({ width, height }: Dimensions, cell?: MediaCell): string {
  const boxRatio = cell ? cellRatio(cell) : singlePictureRatio(width, height);
  const boxShare = cell ? cell.columnSpan / 2 : 1;
  const overflow = width && height ? Math.max(1, width / height / boxRatio) : 1;
  const share = Number((boxShare * overflow).toFixed(3));
  return `(min-width: 640px) calc(${columnWidth.wide} * ${share}), calc(${columnWidth.narrow} * ${share})`;
}
