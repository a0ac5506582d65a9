/** The maximum number of cells; the last one shows the number of hidden items. */
export const mediaGridMax = 4;

export interface MediaCell {
  columnSpan: 1 | 2;
  rowSpan: 1 | 2;
}

export interface MediaLayout {
  /** One cell per visible item, in order, filling a grid of two by two. */
  cells: MediaCell[];
  hiddenCount: number;
}

const full: MediaCell = { columnSpan: 2, rowSpan: 2 };
const tall: MediaCell = { columnSpan: 1, rowSpan: 2 };
const small: MediaCell = { columnSpan: 1, rowSpan: 1 };

/** Divides the media area of a card into cells for `count` items. */
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

/** The aspect ratio (width / height) of a grid with several items. */
export const groupRatio = 16 / 10;

/** The aspect ratio of a cell. */
export function cellRatio({ columnSpan, rowSpan }: MediaCell): number {
  return (groupRatio * columnSpan) / rowSpan;
}

const widestRatio = 3;
const tallestRatio = 0.5;
const unknownRatio = 4 / 3;

/** The aspect ratio of a single item, which is cropped if it is wider or taller than the limits. */
export function singlePictureRatio(width: number | null, height: number | null): number {
  if (!width || !height) return unknownRatio;
  return Math.min(widestRatio, Math.max(tallestRatio, width / height));
}

const veryTallRatio = 0.4;

/** Whether cards show only the top of a picture. Screens of phones are less tall. */
export function isVeryTall(width: number | null, height: number | null): boolean {
  return width !== null && height !== null && width < veryTallRatio * height;
}

const singleMaxHeightPx = 480;
// Leaves room for the ALT badge and a touch target.
const singleMinWidthPx = 80;
const maxEnlargement = 2;

/** The maximum width of a single item in pixels: tall items get narrower, tiny ones stay small. */
export function singlePictureMaxWidth(width: number | null, height: number | null): number {
  const widthAtMaxHeight = singleMaxHeightPx * singlePictureRatio(width, height);
  if (!width) return widthAtMaxHeight;
  return Math.min(widthAtMaxHeight, Math.max(singleMinWidthPx, maxEnlargement * width));
}
