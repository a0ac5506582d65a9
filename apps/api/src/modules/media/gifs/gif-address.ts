import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type GifAddresses = ReturnType<typeof createGifAddresses>;

/**
 * Signs addresses of a service, so that the server fetches only those that it has found itself. All
 * servers with the same secret accept each other's addresses.
 */
export function createGifAddresses(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'skein gif address', 32));
  const sign = (url: string) => createHmac('sha256', key).update(url).digest();
  return {
    toPath: (url: string): string =>
      `/media/gifs/${Buffer.from(url).toString('base64url')}.${sign(url).toString('base64url')}`,

    /** The address in the last segment of a path; null unless it was signed. */
    read(segment: string): URL | null {
      const [encoded = '', signature = ''] = segment.split('.');
      const url = Buffer.from(encoded, 'base64url').toString();
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(url);
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
      return isSigned ? new URL(url) : null;
    },
  };
}
