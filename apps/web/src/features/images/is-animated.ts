/** A graphic control extension of a GIF and the start of what follows it: one per frame. */
// oxlint-disable-next-line no-control-regex
const gifFrame = /\0\x21\xf9\x04[^]{4}\0[\x21\x2c]/g;

/** The position of the flags of an extended WebP file, and the flag for animations. */
const webpFlags = { position: 20, animation: 2 };

/** Whether an image has several frames that the server plays: GIF and WebP. */
export async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') {
    return [...(await readLatin1(file)).matchAll(gifFrame)].length > 1;
  }
  if (file.type !== 'image/webp') return false;
  const header = await readLatin1(file.slice(0, webpFlags.position + 1));
  const flags = header.charCodeAt(webpFlags.position);
  return header.slice(12, 16) === 'VP8X' && (flags & webpFlags.animation) !== 0;
}

/** One character per byte. */
async function readLatin1(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  const chunk = 8192;
  for (let start = 0; start < bytes.length; start += chunk) {
    text += String.fromCharCode(...bytes.subarray(start, start + chunk));
  }
  return text;
}
