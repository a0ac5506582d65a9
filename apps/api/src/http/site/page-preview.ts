import type { PagePreview } from '../../domain/page-preview.ts';
import { escapeHtml } from '../../platform/html.ts';

/** Renders the elements for the page's head, with all text escaped. */
export function renderPreview(preview: PagePreview, siteName: string): string {
  const { type, title, description, url, image, publishedAt, webFeed, oembed } = preview;
  const { isUnlisted = false, activity } = preview;
  const elements = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...(isUnlisted
      ? [nameTag('robots', 'noindex')]
      : [
          alternateLink('application/atom+xml', `${webFeed}.atom`),
          alternateLink('application/feed+json', `${webFeed}.json`),
        ]),
    ...(activity === undefined ? [] : [alternateLink('application/activity+json', activity)]),
    ...(oembed === undefined ? [] : [alternateLink('application/json+oembed', oembed)]),
    nameTag('description', description),
    propertyTag('og:site_name', siteName),
    propertyTag('og:type', type),
    propertyTag('og:title', title),
    propertyTag('og:description', description),
    propertyTag('og:url', url),
    propertyTag('og:image', image.url),
    propertyTag('og:image:width', String(image.width)),
    propertyTag('og:image:height', String(image.height)),
    propertyTag('og:image:alt', image.altText),
    ...(publishedAt ? [propertyTag('article:published_time', publishedAt.toISOString())] : []),
    nameTag('twitter:card', image.isContent ? 'summary_large_image' : 'summary'),
    nameTag('twitter:title', title),
    nameTag('twitter:description', description),
    nameTag('twitter:image', image.url),
    nameTag('twitter:image:alt', image.altText),
    ...(preview.structuredData === undefined ? [] : [jsonLd(preview.structuredData)]),
  ];
  return elements.join('\n    ');
}

/** Escapes `<`, so that no text can end the element. */
function jsonLd(structuredData: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...structuredData });
  return `<script type="application/ld+json">${json.replaceAll('<', String.raw`\u003c`)}</script>`;
}

function alternateLink(type: string, url: string): string {
  return `<link rel="alternate" type="${type}" href="${escapeHtml(url)}">`;
}

function nameTag(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function propertyTag(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
