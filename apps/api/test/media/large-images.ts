import type { Sharp } from 'sharp';
import { sharp } from '../../src/modules/media/image/sharp.ts';
import { sparseGif } from './sample-images.ts';

// The maximum number of pixels of an image: 40 megapixels.
const width = 8000;
const height = 5000;
const framesMax = 200;
const tilePx = 64;

/** The most expensive images that may be uploaded, by name. */
export async function makeLargestPictures(animationSide: number): Promise<Map<string, Buffer>> {
  const opaque = tiledImage(3);
  const transparent = tiledImage(4);
  const deep = () => transparent().toColourspace('rgb16');
  const encoded = new Map<string, Promise<Buffer>>();
  const add = (name: string, picture: Sharp) => encoded.set(name, picture.toBuffer());
  add('plain.jpg', opaque().jpeg({ quality: 60 }));
  add('progressive.jpg', opaque().jpeg({ quality: 60, progressive: true }));
  add('deep.png', deep().png({ compressionLevel: 3 }));
  add('interlaced.png', deep().png({ compressionLevel: 3, progressive: true }));
  add('lossless.webp', transparent().webp({ lossless: true, effort: 0 }));
  add('bulky.avif', opaque().avif({ quality: 30, effort: 0, chromaSubsampling: '4:4:4' }));
  add('animated.webp', getFrames(animationSide).webp({ effort: 0, loop: 0 }));
  encoded.set(
    'animated.gif',
    Promise.resolve(sparseGif({ side: animationSide, frames: framesMax })),
  );
  const pictures = new Map<string, Buffer>();
  for (const [name, content] of encoded) pictures.set(name, await content);
  return pictures;
}

/** Tiles in many colors: a small file with no equal neighbors. */
function tiledImage(channels: 3 | 4): () => Sharp {
  const row = (y: number) => {
    const samples = Array.from({ length: width * channels }, (_, i) => Math.floor(i / tilePx) * 7);
    return Buffer.from(samples.map((sample) => (sample + y * 13) % 256));
  };
  const rows = Array.from({ length: Math.ceil(height / tilePx) }, (_, y) => row(y));
  const data = Buffer.concat(
    Array.from({ length: height }, (_, y) => rows[Math.floor(y / tilePx)] ?? Buffer.alloc(0)),
  );
  return () => sharp(data, { raw: { width, height, channels } });
}

function getFrames(side: number): Sharp {
  const frames = Array.from({ length: framesMax }, (_, frame) =>
    Buffer.alloc(side * side * 3, Buffer.from([(frame * 97) % 256, (frame * 59) % 256, 128])),
  );
  const raw = { width: side, height: side * framesMax, channels: 3, pageHeight: side } as const;
  return sharp(Buffer.concat(frames), { raw });
}
