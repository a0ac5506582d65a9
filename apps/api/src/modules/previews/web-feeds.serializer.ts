import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { excerpt, isBlank } from '@skein/contracts/text';
import type { PagePreview } from '../../domain/page-preview.ts';
import { escapeHtml, removeForbiddenInXml, toHtml } from '../../platform/html.ts';
import { t } from '../../platform/messages.ts';
import { toMediaUrl } from '../media/index.ts';
import { toPictureUrl } from '../users/index.ts';
import type { PreviewContext } from './thread-html.ts';
import type { FileRow, PublicThreadRow } from './public-threads.queries.ts';

const titleMaxLength = 80;

/** A page and its newest entries. */
export interface WebFeed {
  page: PagePreview;
  /** When the page came into existence. */
  createdAt: Date;
  rows: readonly PublicThreadRow[];
}

export type WebFeedFormat = 'atom' | 'json';

/** Renders a feed as Atom (RFC 4287) or JSON Feed 1.1. */
export function renderWebFeed(
  feed: WebFeed,
  format: WebFeedFormat,
  context: PreviewContext,
): string {
  const { page, rows } = feed;
  const { title, description, url, webFeed } = page;
  const feedUrl = `${webFeed}.${format}`;
  const entries = rows.map((row) => toEntry(row, context));
  if (format === 'json') {
    const items = entries.map(toJsonItem);
    const icon = page.image.url;
    const json = { title, description, home_page_url: url, feed_url: feedUrl, icon, items };
    return JSON.stringify(generateJsonFeed(json));
  }
  const document = generateAtomFeed({
    id: url,
    title: { value: title },
    subtitle: { value: description },
    updated: findUpdatedAt(feed),
    icon: page.image.url,
    links: [
      { rel: 'alternate', type: 'text/html', href: url },
      { rel: 'self', type: 'application/atom+xml', href: feedUrl },
    ],
    entries: entries.map(toAtomEntry),
  });
  return removeForbiddenInXml(document);
}

/** The time of the latest change of an entry, so that an unchanged feed stays the same. */
export function findUpdatedAt({ createdAt, rows }: WebFeed): Date {
  const times = rows.map((row) => (row.editedAt ?? row.createdAt).getTime());
  return new Date(Math.max(createdAt.getTime(), ...times));
}

type Entry = ReturnType<typeof toEntry>;

function toEntry(row: PublicThreadRow, context: PreviewContext) {
  const { origin } = context.publicUrl;
  const { id, author, contentWarning, hashtags, createdAt, editedAt } = row;
  const content = contentWarning ?? row.content;
  const picture = toPictureUrl(author.pictureKey);
  const files = row.files.map((file) => ({
    ...file,
    url: `${origin}${toMediaUrl(file.storageKey, file.fileName)}`,
  }));
  const text = toHtml(content, { origin, mentions: new Map(row.mentions) });
  return {
    url: `${origin}/thread/${id}`,
    title: isBlank(content)
      ? t(context.locale, 'preview.thread', { name: author.name })
      : excerpt(content, titleMaxLength),
    html: text + files.map(toImage).join(''),
    published: createdAt,
    updated: editedAt ?? createdAt,
    tags: hashtags,
    author: {
      name: author.name,
      url: `${origin}/profile/${author.username}`,
      ...(picture !== null && { avatar: `${origin}${picture}` }),
    },
    files,
  };
}

function toImage({ type, url, altText, width, height }: FileRow & { url: string }): string {
  if (type !== 'image') return '';
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  return `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(altText ?? '')}"${size} /></p>`;
}

function toAtomEntry({ url, title, html, published, updated, tags, author, files }: Entry) {
  const { name, url: uri } = author;
  return {
    id: url,
    title: { value: title },
    content: { type: 'html', value: html },
    published,
    updated,
    authors: [{ name, uri }],
    categories: tags.map((term) => ({ term })),
    links: [
      { rel: 'alternate', type: 'text/html', href: url },
      ...files.map(({ url: href, mimeType, bytes }) => {
        return { rel: 'enclosure', type: mimeType, href, length: bytes };
      }),
    ],
  };
}

function toJsonItem({ url, title, html, published, updated, tags, author, files }: Entry) {
  return {
    id: url,
    url,
    title,
    content_html: html,
    date_published: published,
    date_modified: updated,
    tags,
    authors: [author],
    attachments: files.map(({ url: address, mimeType, bytes, altText }) => ({
      url: address,
      mime_type: mimeType,
      size_in_bytes: bytes,
      ...(altText !== null && { title: altText }),
    })),
  };
}
