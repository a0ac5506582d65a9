import { decode, isBlurhashValid } from 'blurhash';

// A blurhash needs few pixels, and decoding them is fast.
const longSidePx = 24;

/** A blurred preview of an image. */
export function BlurhashCanvas({ hash, ratio }: { hash: string; ratio: number }) {
  const width = ratio >= 1 ? longSidePx : Math.max(1, Math.round(longSidePx * ratio));
  const height = ratio >= 1 ? Math.max(1, Math.round(longSidePx / ratio)) : longSidePx;

  const draw = (canvas: HTMLCanvasElement | null) => {
    const context = canvas?.getContext('2d');
    if (!context || !isBlurhashValid(hash).result) return;
    const image = context.createImageData(width, height);
    image.data.set(decode(hash, width, height));
    context.putImageData(image, 0, 0);
  };

  return (
    <canvas
      ref={draw}
      width={width}
      height={height}
      aria-hidden="true"
      className="absolute inset-0 size-full"
    />
  );
}
