import { decode, isBlurhashValid } from 'blurhash';

// The picture behind is a blur: so few pixels are enough, and decoding them takes no time worth naming.
const longSide = 24;

/** A blurred likeness of a picture, drawn until the picture itself is there. */
export function BlurhashCanvas({ hash, ratio }: { hash: string; ratio: number }) {
  const width = ratio >= 1 ? longSide : Math.max(1, Math.round(longSide * ratio));
  const height = ratio >= 1 ? Math.max(1, Math.round(longSide / ratio)) : longSide;

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
