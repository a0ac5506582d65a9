// Started by rasterize.ts: gets drawings, writes the pictures, ends.
import sharp from 'sharp';
import type { Drawing } from './rasterize.ts';

process.once('message', (drawings: Drawing[]) => {
  void rasterizeAll(drawings).then(() => process.disconnect());
});

async function rasterizeAll(drawings: readonly Drawing[]): Promise<void> {
  for (const { svg, outputs } of drawings) {
    for (const { file, widthPx } of outputs) {
      const picture = sharp(Buffer.from(svg)).resize(widthPx);
      await (
        file.endsWith('.webp')
          ? picture.webp({ quality: 85 })
          : picture.png({ compressionLevel: 1 })
      ).toFile(file);
    }
  }
}
