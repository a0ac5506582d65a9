import { createHash } from 'node:crypto';
import { excerpt, threadTitle } from '@skein/contracts/text';
import { escapeHtml } from '../../platform/html.ts';
import { t } from '../../platform/messages.ts';
import type { PreviewContext } from './thread-html.ts';
import type { PublicThreadRow } from './public-threads.queries.ts';
import { renderThread } from './thread-html.ts';

const widthPx = 550;
const widthMinPx = 220;
const heightMinPx = 120;
const heightMaxPx = 800;
/** For how long sites may keep an oEmbed response. */
const cacheSeconds = 3600;

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fff, #131211); color: light-dark(#1c1917, #f2efec); }
main { box-sizing: border-box; min-height: 100vh; padding: 16px; border: 1px solid light-dark(#e9e6e2, #2d2a28); border-radius: 12px; overflow-wrap: anywhere; }
p { margin: 0 0 12px; }
a { color: light-dark(#c83c14, #ff8a65); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
.p-author { min-height: 44px; line-height: 22px; }
.p-author .u-photo { float: left; margin-inline-end: 12px; border-radius: 50%; object-fit: cover; }
.p-author .p-name { display: block; color: inherit; font-weight: 600; }
.p-nickname, .note, .meta, .meta a { color: light-dark(#68625c, #a8a29b); }
.note, .meta { font-size: 14px; }
.file { display: block; width: 100%; height: auto; max-height: 480px; margin-bottom: 12px; border-radius: 12px; object-fit: contain; background: light-dark(#f6f5f3, #1b1a18); }
.source { margin: 0; font-size: 14px; font-weight: 600; }
`;

/** Any site may frame the page, which runs no script and loads nothing from other sites. */
export const embedSecurityPolicy = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** The page at `/embed/thread/{id}`; without a thread, it says so. */
export function renderEmbed(row: PublicThreadRow | null, context: PreviewContext): string {
  const { locale, instanceName: instance } = context;
  const { origin } = context.publicUrl;
  const href = row === null ? origin : `${origin}/thread/${row.id}`;
  const content =
    row === null
      ? `<p>${escapeHtml(t(locale, 'embed.unavailable'))}</p>`
      : renderThread(row, context);
  const link = row === null ? instance : t(locale, 'embed.view', { instance });
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(instance)}</title>
    <base target="_blank">
    <link rel="canonical" href="${href}">
    <style>${styles}</style>
  </head>
  <body>
    <main>${content}<p class="source"><a href="${href}">${escapeHtml(link)}</a></p></main>
  </body>
</html>
`;
}

export interface EmbedSize {
  maxWidth: number | undefined;
  maxHeight: number | undefined;
}

/** An oEmbed 1.0 response of type `rich` with a frame of the embed page. */
export function toOEmbed(row: PublicThreadRow, size: EmbedSize, context: PreviewContext): object {
  const { origin } = context.publicUrl;
  const { author } = row;
  const title = threadTitle(author, row.contentWarning ?? row.content);
  const width = Math.max(widthMinPx, Math.min(widthPx, size.maxWidth ?? widthPx));
  const height = Math.min(estimateHeight(row, width), size.maxHeight ?? heightMaxPx);
  const attributes = [
    `src="${origin}/embed/thread/${row.id}"`,
    `title="${escapeHtml(excerpt(title, 100))}"`,
    `width="${width}" height="${height}"`,
    'style="max-width: 100%; border: 0" loading="lazy"',
    'sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"',
  ];
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: author.name,
    author_url: `${origin}/profile/${author.username}`,
    provider_name: context.instanceName,
    provider_url: origin,
    cache_age: cacheSeconds,
    html: `<iframe ${attributes.join(' ')}></iframe>`,
    width,
    height,
  };
}

/** Heights of the embed page in pixels, with margins. */
const heights = {
  frame: 34,
  author: 56,
  line: 24,
  paragraphMargin: 12,
  note: 33,
  date: 33,
  link: 24,
};
const fileHeightMaxPx = 480;
const characterWidthPx = 8;

/** In pixels. The frame scrolls if the estimate is too low, because no script can resize it. */
function estimateHeight(row: PublicThreadRow, width: number): number {
  const contentWidth = width - heights.frame;
  const charactersPerLine = contentWidth / characterWidthPx;
  const lines = (row.contentWarning ?? row.content)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
  const filesHeight = row.files.reduce((sum, file) => {
    const height =
      file.width === null || file.height === null
        ? contentWidth / 2
        : Math.min(fileHeightMaxPx, (contentWidth / file.width) * file.height);
    return sum + height + heights.paragraphMargin;
  }, 0);
  const notes = Number(row.hasHiddenFiles) + Number(row.hasPoll);
  const { frame, author, line, paragraphMargin, note, date, link } = heights;
  const textHeight = lines * line + paragraphMargin;
  const estimate = frame + author + textHeight + filesHeight + notes * note + date + link;
  return Math.round(Math.min(heightMaxPx, Math.max(heightMinPx, estimate)));
}
