/** How many pictures a card shows at most; the last one tells how many more there are. */
export const mediaGridMax = 4;

export interface MediaCell {
  columnSpan: 1 | 2;
  rowSpan: 1 | 2;
}

export interface MediaLayout {
  /** One cell a shown picture, in the pictures' order, filling a grid of two by two. */
  cells: MediaCell[];
  hiddenCount: number;
}

const full: MediaCell = { columnSpan: 2, rowSpan: 2 };
const tall: MediaCell = { columnSpan: 1, rowSpan: 2 };
const small: MediaCell = { columnSpan: 1, rowSpan: 1 };

/** Divides the picture area of a card among `count` pictures. */
export function layoutMedia(count: number): MediaLayout {
  const shown = Math.min(count, mediaGridMax);
  return { cells: cellsFor(shown), hiddenCount: count - shown };
}

function cellsFor(shown: number): MediaCell[] {
  if (shown <= 0) return [];
  if (shown === 1) return [full];
  if (shown === 2) return [tall, tall];
  if (shown === 3) return [tall, small, small];
  return [small, small, small, small];
}

/** Width divided by height of several pictures together. */
export const groupRatio = 16 / 10;

/** Width divided by height of a cell. */
export function cellRatio({ columnSpan, rowSpan }: MediaCell): number {
  return (groupRatio * columnSpan) / rowSpan;
}

const widestRatio = 3;
const tallestRatio = 0.5;
const unknownRatio = 4 / 3;

/**
 * Width divided by height of the box of a picture that stands alone. Panoramas and strips
 * are cropped to it; a picture of unknown size gets a usual one.
 */
export function singlePictureRatio(width: number | null, height: number | null): number {
  if (!width || !height) return unknownRatio;
  return Math.min(widestRatio, Math.max(tallestRatio, width / height));
}

const singleMaxHeight = 480;
// Enough for the mark of a description and for a finger.
const singleMinWidth = 80;
const maxEnlargement = 2;

/** The greatest width of a picture that stands alone: a high one gets narrower, a tiny one stays small. Pixels. */
export function singlePictureMaxWidth(width: number | null, height: number | null): number {
  const widthOfHighest = singleMaxHeight * singlePictureRatio(width, height);
  if (!width) return widthOfHighest;
  return Math.min(widthOfHighest, Math.max(singleMinWidth, maxEnlargement * width));
}
