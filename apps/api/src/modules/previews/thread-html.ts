import { escapeHtml, toHtml } from '../../platform/html.ts';
import { t } from '../../platform/messages.ts';
import type { Locale } from '../../platform/messages.ts';
import { toMediaUrl } from '../media/index.ts';
import { toPictureUrl } from '../users/index.ts';
import type { AuthorRow } from './previews.queries.ts';
import type { FileRow, PublicThreadRow } from './public-threads.queries.ts';

const avatarSizePx = 44;

export interface PreviewContext {
  publicUrl: URL;
  instanceName: string;
  locale: Locale;
}

/**
 * A thread as HTML that needs no script, with microformats2 (`h-entry`). A thread with a content
 * warning shows the warning instead of its text.
 */
export function renderThread(row: PublicThreadRow, context: PreviewContext): string {
  const { locale } = context;
  const { origin } = context.publicUrl;
  const { author, contentWarning, createdAt } = row;
  const published = createdAt.toISOString();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const content = toHtml(row.content, { origin, mentions: new Map(row.mentions) });
  const notes = [
    ...(row.hasHiddenFiles ? [t(locale, 'embed.sensitiveMedia')] : []),
    ...(row.hasPoll ? [t(locale, 'embed.poll')] : []),
  ];
  return [
    '<article class="h-entry">',
    renderAuthor(author, 'p-author', context),
    contentWarning === null
      ? `<div class="e-content">${content}</div>`
      : `<p class="p-summary">${escapeHtml(t(locale, 'embed.contentWarning', { warning: contentWarning }))}</p>`,
    ...row.files.map((file) => renderFile(file, context)),
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
    `<p class="meta"><a class="u-url" href="${origin}/thread/${row.id}">`,
    `<time class="dt-published" datetime="${published}">${date.format(createdAt)}</time></a></p>`,
    '</article>',
  ].join('');
}

/** A user as HTML with microformats2 (`h-card`). */
export function renderAuthor(
  { name, username, pictureKey }: AuthorRow,
  role: string,
  { publicUrl: { origin } }: PreviewContext,
): string {
  const path = toPictureUrl(pictureKey);
  const size = `width="${avatarSizePx}" height="${avatarSizePx}"`;
  const picture =
    path === null ? '' : `<img class="u-photo" src="${origin}${path}" alt="" ${size}>`;
  const link = `<a class="u-url p-name" href="${origin}/profile/${username}">${escapeHtml(name)}</a>`;
  return `<p class="${role} h-card">${picture}${link} <span class="p-nickname">@${username}</span></p>`;
}

function renderFile(file: FileRow, { publicUrl: { origin } }: PreviewContext): string {
  const { type, storageKey, fileName, width, height } = file;
  const src = `${origin}${toMediaUrl(storageKey, fileName)}`;
  const altText = escapeHtml(file.altText ?? '');
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  switch (type) {
    case 'image':
      return `<img class="u-photo file" src="${src}" alt="${altText}"${size} loading="lazy">`;
    case 'video':
      return `<video class="u-video file" src="${src}" title="${altText}"${size} controls preload="metadata"></video>`;
    case 'audio':
      return `<audio class="u-audio file" src="${src}" title="${altText}" controls preload="none"></audio>`;
    case 'other':
      return `<p><a href="${src}">${altText === '' ? escapeHtml(fileName) : altText}</a></p>`;
    default:
      return type satisfies never;
  }
}
