/** The description of a page for link previews and search engines. */
export interface PagePreview {
  type: 'article' | 'profile' | 'website';
  title: string;
  description: string;
  /** Absolute. */
  url: string;
  /** Whether search engines must not index the page, which then has no web feed either. */
  isUnlisted?: boolean;
  /** Whether the page was requested at a former address. */
  isFormerUsername?: boolean;
  image: PreviewImage;
  publishedAt?: Date;
  /** Absolute address of its Atom and JSON feeds, without the extension. */
  webFeed: string;
  /** Absolute address of its ActivityPub document, on instances with federation. */
  activity?: string;
  /** Absolute address of its oEmbed response. */
  oembed?: string;
  /** A schema.org object without `@context`. */
  structuredData?: object;
  /** The content for visitors without JavaScript: HTML with all text escaped. */
  html?: string;
}

export interface PreviewImage {
  /** Absolute. */
  url: string;
  width: number;
  height: number;
  altText: string;
  /** True for an image of the content, shown large; false for an avatar or icon. */
  isContent: boolean;
}
