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

/** A choice of the user, or the width divided by the height that the image must have. */
type Aspect = AspectName | number;

/** The changes of an image. */
export interface ImageEdit {
  /** The number of rotations by 90° clockwise, from 0 to 3. */
  quarterTurns: number;
  aspect: Aspect;
  /** The coordinates refer to the rotated image. */
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
export function getAspectRatio(aspect: Aspect, { width, height }: Size): number | undefined {
  if (typeof aspect === 'number') return aspect;
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
export function withAspect(edit: ImageEdit, aspect: Aspect, image: Size): ImageEdit {
  const size = rotatedSize(image, edit.quarterTurns);
  const ratio = getAspectRatio(aspect, size);
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

/** Whether the image looks as with the other edit; by default, as before any edit. */
export function isUnchanged({ quarterTurns, crop }: ImageEdit, before = noEdit): boolean {
  const sides = ['x', 'y', 'width', 'height'] as const;
  return (
    quarterTurns === before.quarterTurns &&
    sides.every((side) => Math.abs(crop[side] - before.crop[side]) < 0.1)
  );
}
