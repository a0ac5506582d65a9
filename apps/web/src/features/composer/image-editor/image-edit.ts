import { centerCrop, makeAspectCrop } from 'react-image-crop';

/** An area of a rotated image, in percent of its sides. */
export interface CropArea {
  unit: '%';
  x: number;
  y: number;
  width: number;
  height: number;
}

export const aspectNames = ['free', 'original', 'square', 'standard', 'wide'] as const;

export type AspectName = (typeof aspectNames)[number];

/** What was changed in an image. */
export interface ImageEdit {
  /** The number of rotations by 90° clockwise, from 0 to 3. */
  quarterTurns: number;
  aspect: AspectName;
  /** Of the rotated image. */
  crop: CropArea;
}

export interface Size {
  width: number;
  height: number;
}

const wholeImage: CropArea = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

export const noEdit: ImageEdit = { quarterTurns: 0, aspect: 'free', crop: wholeImage };

/** The size of the image after its rotation. */
export function rotatedSize({ width, height }: Size, quarterTurns: number): Size {
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Width divided by height; undefined for any. */
export function aspectRatioOf(aspect: AspectName, { width, height }: Size): number | undefined {
  switch (aspect) {
    case 'free':
      return undefined;
    case 'original':
      return width / height;
    case 'square':
      return 1;
    case 'standard':
      return 4 / 3;
    case 'wide':
      return 16 / 9;
  }
}

/** Selects the largest area with the aspect ratio, in the middle. A free area does not change. */
export function withAspect(edit: ImageEdit, aspect: AspectName, image: Size): ImageEdit {
  const size = rotatedSize(image, edit.quarterTurns);
  const ratio = aspectRatioOf(aspect, size);
  if (ratio === undefined) return { ...edit, aspect };
  const { width, height } = size;
  const isWider = ratio > width / height;
  const side = isWider ? { width: 100 } : { height: 100 };
  const largest = makeAspectCrop({ unit: '%', ...side }, ratio, width, height);
  return { ...edit, aspect, crop: centerCrop(largest, width, height) };
}

/** Rotates the image by 90°. A free area rotates with the image. */
export function rotated(edit: ImageEdit, direction: 'left' | 'right', image: Size): ImageEdit {
  const { x, y, width, height } = edit.crop;
  const isRight = direction === 'right';
  const turned = {
    ...edit,
    quarterTurns: (edit.quarterTurns + (isRight ? 1 : 3)) % 4,
    crop: {
      unit: '%' as const,
      x: isRight ? 100 - y - height : y,
      y: isRight ? x : 100 - x - width,
      width: height,
      height: width,
    },
  };
  return withAspect(turned, edit.aspect, image);
}

/** Whether the image looks as before. */
export function isUnchanged({ quarterTurns, crop: { width, height } }: ImageEdit): boolean {
  return quarterTurns === 0 && Math.min(width, height) > 99.9;
}
