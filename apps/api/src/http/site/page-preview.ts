/** What the head of a page says about its content, for link previews and search engines. */
export interface PagePreview {
  type: 'article' | 'profile' | 'website';
  title: string;
  description: string;
  /** Absolute address of the page. */
  url: string;
  image: PreviewImage;
  publishedAt?: Date;
}

export interface PreviewImage {
  /** Absolute. */
  url: string;
  width: number;
  height: number;
  altText: string;
  /** Whether it is the content itself, to be shown large, rather than who or what it comes from. */
  isContent: boolean;
}

/** Elements for the head of the page, with everything escaped. */
export function renderPreview(preview: PagePreview, siteName: string): string {
  const { type, title, description, url, image, publishedAt } = preview;
  const elements = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    named('description', description),
    property('og:site_name', siteName),
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', image.url),
    property('og:image:width', String(image.width)),
    property('og:image:height', String(image.height)),
    property('og:image:alt', image.altText),
    ...(publishedAt ? [property('article:published_time', publishedAt.toISOString())] : []),
    named('twitter:card', image.isContent ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', image.url),
    named('twitter:image:alt', image.altText),
  ];
  return elements.join('\n    ');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
