import type { Request, Response } from 'express';
import { avatarColorCount } from '@skein/contracts/limits';
import { LRUCache } from 'lru-cache';
import { NotFoundError } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/html.ts';

/** The colors `--color-avatar-0` to `9` of the web app. */
const colors = [
  '#b3401f',
  '#9a5b00',
  '#6b6a12',
  '#2f7437',
  '#0f7569',
  '#17699b',
  '#3c5fc0',
  '#6a4fc0',
  '#94419f',
  '#b23069',
];

/** Two letters; in upper case, one letter can become three. */
const initialsPattern = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]{1,8}$/u;
const sidePx = 400;

/** Rendered pictures of about 3 kB. */
const pngs = new LRUCache<string, Buffer>({ max: 500 });

/**
 * Serves `/avatars/<color>/<initials>`: the picture that the web app shows for a user without one. Browsers get
 * an SVG, which contains every script; other clients get a PNG with the fonts of the server.
 */
export async function serveDefaultAvatar(request: Request, response: Response): Promise<void> {
  const { color, initials } = request.params;
  const index = Number(color);
  const isColor = Number.isInteger(index) && index >= 0 && index < avatarColorCount;
  if (!isColor || typeof initials !== 'string' || !initialsPattern.test(initials)) {
    throw new NotFoundError('error.notFound');
  }
  const svg = renderSvg(colors[index] ?? '', initials);
  response.vary('Accept').set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  });
  // A client that accepts everything, such as an app, may be unable to show SVG.
  if (request.get('Accept')?.includes('image/svg+xml') === true) response.type('svg').send(svg);
  else response.type('png').send(await renderPng(svg));
}

function renderSvg(color: string, initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${color}"/><text x="50" y="50" dy=".36em" text-anchor="middle" font-family="Inter, system-ui, sans-serif" font-weight="600" font-size="38" fill="#ffffff">${escapeHtml(initials)}</text></svg>`;
}

async function renderPng(svg: string): Promise<Buffer> {
  const cachedPng = pngs.get(svg);
  if (cachedPng !== undefined) return cachedPng;
  // Loaded lazily, as in `checkUpload`.
  const { sharp } = await import('./image/sharp.ts');
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  pngs.set(svg, png);
  return png;
}
