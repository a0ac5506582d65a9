import { animationMaxPixels, imageMaxPixels } from '@skein/contracts/limits';
import type { Sharp } from 'sharp';
import { encodeBlurhash } from './encode-blurhash.ts';
import { isAlmostComplete } from './cut-off-jpeg.ts';
import { sharp } from './sharp.ts';

/** The copies to render from an image. */
export interface RenderPlan {
  /** The longer side of the largest copy. */
  sideMaxPx: number;
  /** Widths of smaller copies, ascending. Those not narrower than the largest copy are skipped. */
  variantWidths: readonly number[];
  isAnimated: boolean;
  /**
   * Width divided by height, at least 1: crops to the center, enlarged to a width of `sideMaxPx` if
   * necessary. Not for animations.
   */
  aspectRatio?: number;
  /**
   * Fits the whole image into a square of `sideMaxPx`, as PNG: on a transparent background, or on white
   * with a margin. Not for animations.
   */
  icon?: 'transparent' | 'opaque';
}

export interface RenderedImage {
  largest: RenderedCopy;
  /** Narrowest first. */
  variants: RenderedCopy[];
  /** The first frame of an animation, for users who prefer reduced motion. */
  still?: RenderedCopy;
  blurhash: string;
}

/** A copy as a WebP file, or as PNG for an icon. */
export interface RenderedCopy {
  width: number;
  height: number;
  content: Uint8Array;
}

// Measured on a 12-megapixel photo, all four sizes, one core: WebP took 0.4 s at effort 2 and
// 0.6 s at 4, which saves 6 %; AVIF 2.1 s at effort 2, which saves 20 %, and 15 s at 4.
const stillWebp = { quality: 80, effort: 2 } as const;
const iconPng = { compressionLevel: 9 } as const;
const animatedWebp = { quality: 70, effort: 0 } as const;

const timeoutSeconds = 60;

/**
 * Decodes an image and encodes copies: upright, in sRGB, and without metadata.
 * @throws the decoder's error for damaged content
 */
export function renderImage(path: string, plan: RenderPlan): Promise<RenderedImage> {
  return plan.isAnimated ? renderAnimation(path, plan) : renderStill(path, plan);
}

async function renderStill(path: string, plan: RenderPlan): Promise<RenderedImage> {
  // Decode once, at the size of the largest copy; the other copies are made from it.
  const { data, info } = await decodeStill(path, plan);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const open = () => sharp(data, { raw });
  const compress = (image: Sharp) => (plan.icon ? image.png(iconPng) : image.webp(stillWebp));
  const largest = await encode(compress(open()));
  const variants = await encodeVariants(largest, plan, (width) =>
    compress(open().resize({ width })),
  );
  return { largest, variants, blurhash: await encodeBlurhash(open()) };
}

async function decodeStill(path: string, plan: RenderPlan) {
  const metadata = await sharp(path, { limitInputPixels: imageMaxPixels }).metadata();
  if (metadata.compression === 'hevc') {
    const { convertHeic } = await import('./convert-heic.ts');
    return decode(await convertHeic(path, metadata), plan);
  }
  try {
    return await decode(path, plan);
  } catch (error) {
    // Browsers and other programs show such pictures too.
    if (!(await isAlmostComplete(path, metadata))) throw error;
    return decode(path, plan, 'none');
  }
}

function decode(input: string | Buffer, plan: RenderPlan, failOn: 'error' | 'none' = 'error') {
  return sharp(input, { limitInputPixels: imageMaxPixels, failOn, autoOrient: true })
    .timeout({ seconds: timeoutSeconds })
    .resize(toSize(plan))
    .extend(plan.icon === 'opaque' ? toMargin(plan.sideMaxPx) : {})
    .flatten(plan.icon === 'opaque' && { background: white })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function renderAnimation(path: string, plan: RenderPlan): Promise<RenderedImage> {
  // All frames may not fit into memory, so each copy is decoded again, in strips.
  const open = () =>
    sharp(path, { limitInputPixels: animationMaxPixels, failOn: 'error', animated: true }).timeout({
      seconds: timeoutSeconds,
    });
  const largest = await encode(open().resize(inside(plan.sideMaxPx)).webp(animatedWebp));
  const variants = await encodeVariants(largest, plan, (width) =>
    open().resize({ width }).webp(animatedWebp),
  );
  const openFirstFrame = () => sharp(path, { limitInputPixels: imageMaxPixels, failOn: 'error' });
  const still = await encode(openFirstFrame().resize(inside(plan.sideMaxPx)).webp(stillWebp));
  return { largest, variants, still, blurhash: await encodeBlurhash(openFirstFrame()) };
}

/** Sequential: an image uses one of Node's few threads, which also serve files. */
async function encodeVariants(
  largest: RenderedCopy,
  plan: RenderPlan,
  resizeTo: (width: number) => Sharp,
): Promise<RenderedCopy[]> {
  const widths = plan.variantWidths.filter((width) => width < largest.width);
  const variants: RenderedCopy[] = [];
  for (const width of widths) variants.push(await encode(resizeTo(width)));
  return variants;
}

const white = '#ffffff';
/** Systems may crop a tenth on each side of an icon. */
const marginShare = 0.1;

function toMargin(sidePx: number) {
  const px = Math.round(sidePx * marginShare);
  return { top: px, bottom: px, left: px, right: px, background: white };
}

function toSize({ icon, aspectRatio, sideMaxPx }: RenderPlan) {
  if (icon === undefined) return aspectRatio ? cover(sideMaxPx, aspectRatio) : inside(sideMaxPx);
  const side = icon === 'opaque' ? sideMaxPx - 2 * toMargin(sideMaxPx).top : sideMaxPx;
  const background = icon === 'opaque' ? white : { r: 0, g: 0, b: 0, alpha: 0 };
  return { width: side, height: side, fit: 'contain', background } as const;
}

function cover(width: number, aspectRatio: number) {
  return { width, height: Math.round(width / aspectRatio), fit: 'cover' } as const;
}

function inside(sideMaxPx: number) {
  return { width: sideMaxPx, height: sideMaxPx, fit: 'inside', withoutEnlargement: true } as const;
}

async function encode(image: Sharp): Promise<RenderedCopy> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  // The height of an animation is the sum of its frames.
  const frames = info.pages ?? 1;
  return { width: info.width, height: info.height / frames, content: data };
}
