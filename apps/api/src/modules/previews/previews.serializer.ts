import { excerpt, isBlank, profileTitle, threadTitle } from '@skein/contracts/text';
import { profilePictureWidthsPx } from '@skein/contracts/limits';
import type { PagePreview, PreviewImage } from '../../http/site/page-preview.ts';
import { t } from '../../platform/messages.ts';
import type { Locale } from '../../platform/messages.ts';
import { toMediaUrl } from '../media/index.ts';
import { toPictureUrl } from '../users/index.ts';
import type {
  AuthorRow,
  ImageRow,
  ProfilePreviewRow,
  ThreadPreviewRow,
} from './previews.queries.ts';

const descriptionMaxLength = 300;
/** Wider images load slowly, and some sites ignore them. */
const imageWidthMaxPx = 1280;
const [pictureSizePx] = profilePictureWidthsPx;
const logo = { path: '/icons/icon-512.png', sizePx: 512 };

export interface PreviewContext {
  publicUrl: URL;
  instanceName: string;
  locale: Locale;
}

export function toThreadPreview(row: ThreadPreviewRow, context: PreviewContext): PagePreview {
  const { author, image } = row;
  const content = row.contentWarning ?? row.content;
  const fallback =
    image?.altText ?? t(context.locale, 'preview.thread', { name: profileTitle(author) });
  return {
    type: 'article',
    title: threadTitle(author, content),
    description: excerpt(isBlank(content) ? fallback : content, descriptionMaxLength),
    ...addresses(`/thread/${row.id}`, context),
    image: image === null ? toPicture(author, context) : toContentImage(image, author, context),
    publishedAt: row.createdAt,
  };
}

export function toProfilePreview(row: ProfilePreviewRow, context: PreviewContext): PagePreview {
  const title = profileTitle(row);
  const { locale, instanceName: instance } = context;
  return {
    type: 'profile',
    title,
    description: excerpt(
      row.bio ?? t(locale, 'preview.profile', { name: title, instance }),
      descriptionMaxLength,
    ),
    ...addresses(`/profile/${row.username}`, context),
    image: toPicture(row, context),
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

function toContentImage(
  { storageKey, fileName, width, height, altText, variants }: ImageRow,
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
