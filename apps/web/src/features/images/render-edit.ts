import { getUploadLimits } from '../../lib/upload-limits.ts';
import { rotatedSize } from './image-edit.ts';
import type { ImageEdit, Size } from './image-edit.ts';

const quality = 0.92;

export interface RenderLimits {
  /** Limits the longer side. Safari rejects canvases with a side of more than 4096. */
  sideMaxPx: number;
  maxBytes: number;
}

/** Returns the limits of an attached image. The server makes larger images smaller. */
const attachmentLimits = (): RenderLimits => ({
  sideMaxPx: 4096,
  maxBytes: getUploadLimits().maxBytes.image,
});

/** An image that can be drawn, rotated as its EXIF data says. @throws if it cannot be decoded */
export async function openImage(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

export const getSize = ({ naturalWidth, naturalHeight }: HTMLImageElement): Size => ({
  width: naturalWidth,
  height: naturalHeight,
});

/** Draws an area of a rotated image on the whole canvas, whose size changes. */
export function paint(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  { quarterTurns, crop }: ImageEdit,
  maxPx: number,
): void {
  const { width, height } = rotatedSize(getSize(image), quarterTurns);
  const area = {
    x: (crop.x / 100) * width,
    y: (crop.y / 100) * height,
    width: (crop.width / 100) * width,
    height: (crop.height / 100) * height,
  };
  const scale = Math.min(1, maxPx / Math.max(area.width, area.height));
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no memory for a canvas.');
  context.imageSmoothingQuality = 'high';
  context.scale(scale, scale);
  context.translate(width / 2 - area.x, height / 2 - area.y);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
}

/**
 * Encodes the edited image: JPEG stays JPEG, other formats, which may be transparent, become WebP, or
 * PNG in browsers that cannot write WebP and on instances that do not allow it. An image that would be too large gets smaller.
 */
export async function renderEdit(
  file: File,
  image: HTMLImageElement,
  edit: ImageEdit,
  { sideMaxPx, maxBytes }: RenderLimits = attachmentLimits(),
): Promise<File> {
  const canvas = document.createElement('canvas');
  const type = file.type === 'image/jpeg' ? file.type : chooseFormat();
  for (let maxPx = sideMaxPx; ; maxPx /= 2) {
    paint(canvas, image, edit, maxPx);
    const blob = await encode(canvas, type);
    if (blob.size <= maxBytes) {
      return new File([blob], renamed(file.name, blob.type), { type: blob.type });
    }
  }
}

function chooseFormat(): string {
  const { formats } = getUploadLimits();
  const writable = ['image/webp', 'image/png', 'image/jpeg'] as const;
  return writable.find((format) => formats.includes(format)) ?? 'image/webp';
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas cannot be encoded.'))),
      type,
      quality,
    );
  });
}

function renamed(name: string, type: string): string {
  const extension = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
  return `${name.replace(/\.[^.]+$/, '')}.${extension}`;
}
