import { excerpt, isBlank, profileTitle, threadTitle } from '@skein/contracts/text';
import { profilePictureWidthsPx } from '@skein/contracts/limits';
import type { PagePreview, PreviewImage } from '../../domain/page-preview.ts';
import { escapeHtml } from '../../platform/html.ts';
import { t } from '../../platform/messages.ts';
import { toMediaUrl } from '../media/index.ts';
import { toPictureUrl } from '../users/index.ts';
import type { AuthorRow, ProfilePreviewRow } from './previews.queries.ts';
import type { FileRow, PublicThreadRow } from './public-threads.queries.ts';
import { renderAuthor, renderThread } from './thread-html.ts';
import type { PreviewContext } from './thread-html.ts';

const descriptionMaxLength = 300;
/** Wider images load slowly, and some sites ignore them. */
const imageWidthMaxPx = 1280;
const [pictureSizePx] = profilePictureWidthsPx;
const logo = { path: '/icons/icon-512.png', sizePx: 512 };

export function toThreadPreview(row: PublicThreadRow, context: PreviewContext): PagePreview {
  const { author } = row;
  const image = row.files.find(isSizedImage);
  const content = row.contentWarning ?? row.content;
  const fallback =
    image?.altText ?? t(context.locale, 'preview.thread', { name: profileTitle(author) });
  const page = addresses(`/thread/${row.id}`, context);
  const preview = {
    title: threadTitle(author, content),
    description: excerpt(isBlank(content) ? fallback : content, descriptionMaxLength),
    image:
      image === undefined ? toPicture(author, context) : toContentImage(image, author, context),
  };
  return {
    type: 'article',
    ...page,
    ...preview,
    publishedAt: row.createdAt,
    ...(row.isListed
      ? { oembed: `${context.publicUrl.origin}/api/oembed?url=${encodeURIComponent(page.url)}` }
      : { isUnlisted: true }),
    structuredData: {
      '@type': 'SocialMediaPosting',
      '@id': page.url,
      url: page.url,
      headline: preview.title,
      articleBody: content,
      datePublished: row.createdAt,
      dateModified: row.editedAt ?? row.createdAt,
      author: toPerson(author, context),
      ...(preview.image.isContent && { image: preview.image.url }),
    },
    html: renderThread(row, context),
  };
}

export function toProfilePreview(row: ProfilePreviewRow, context: PreviewContext): PagePreview {
  const title = profileTitle(row);
  const { locale, instanceName: instance } = context;
  const page = addresses(`/profile/${row.username}`, context);
  const bio = row.bio === null ? '' : `<p class="p-note">${escapeHtml(row.bio)}</p>`;
  return {
    type: 'profile',
    title,
    description: excerpt(
      row.bio ?? t(locale, 'preview.profile', { name: title, instance }),
      descriptionMaxLength,
    ),
    ...page,
    isFormerUsername: row.isFormerUsername,
    image: toPicture(row, context),
    structuredData: {
      '@type': 'ProfilePage',
      url: page.url,
      mainEntity: { ...toPerson(row, context), ...(row.bio !== null && { description: row.bio }) },
    },
    html: `<div class="h-card">${renderAuthor(row, 'p-author', context)}${bio}</div>`,
  };
}

export function toHashtagPreview(tag: string, context: PreviewContext): PagePreview {
  const { locale, instanceName: instance } = context;
  return {
    type: 'website',
    title: `#${tag}`,
    description: t(locale, 'preview.hashtag', { tag, instance }),
    ...addresses(`/hashtag/${encodeURIComponent(tag)}`, context),
    image: toLogo(context),
  };
}

function addresses(path: string, context: PreviewContext) {
  const url = absolute(path, context);
  return { url, webFeed: `${url}/feed` };
}

type SizedImage = FileRow & { width: number; height: number };

function isSizedImage(file: FileRow): file is SizedImage {
  return file.type === 'image' && file.width !== null && file.height !== null;
}

function toPerson({ name, username, pictureKey }: AuthorRow, context: PreviewContext): object {
  const picture = toPictureUrl(pictureKey);
  return {
    '@type': 'Person',
    name,
    alternateName: `@${username}`,
    url: absolute(`/profile/${username}`, context),
    ...(picture !== null && { image: absolute(picture, context) }),
  };
}

function toContentImage(
  { storageKey, fileName, width, height, altText, variants }: SizedImage,
  author: AuthorRow,
  context: PreviewContext,
): PreviewImage {
  // Variants are ordered from the narrowest to the widest.
  const fitting = variants.findLast((variant) => variant.width <= imageWidthMaxPx);
  const shown =
    width <= imageWidthMaxPx
      ? { fileName, width, height }
      : (fitting ?? { fileName, width, height });
  return {
    url: absolute(toMediaUrl(storageKey, shown.fileName), context),
    width: shown.width,
    height: shown.height,
    altText: altText ?? t(context.locale, 'preview.image', { name: author.name }),
    isContent: true,
  };
}

function toPicture({ name, pictureKey }: AuthorRow, context: PreviewContext): PreviewImage {
  const path = toPictureUrl(pictureKey);
  if (path === null) return toLogo(context);
  return {
    url: absolute(path, context),
    width: pictureSizePx,
    height: pictureSizePx,
    altText: name,
    isContent: false,
  };
}

function toLogo(context: PreviewContext): PreviewImage {
  return {
    url: absolute(logo.path, context),
    width: logo.sizePx,
    height: logo.sizePx,
    altText: context.instanceName,
    isContent: false,
  };
}

function absolute(path: string, { publicUrl }: PreviewContext): string {
  return new URL(path, publicUrl).href;
}
