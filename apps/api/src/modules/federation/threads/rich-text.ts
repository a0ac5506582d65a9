import type { RichTextNode, RichTextTag } from '@skein/contracts/threads';
import { Parser } from 'htmlparser2';

/** Longer HTML is cut off. */
const htmlMaxLength = 250_000;
/** Deeper elements end the text: the parser's time grows with the square of the depth. */
const depthMax = 250;
/** Deeper formatting is left out. */
const formattingDepthMax = 12;
const nodesMax = 5000;

const tags: Readonly<Record<string, RichTextTag>> = {
  p: 'p',
  div: 'p',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
  h5: 'p',
  h6: 'p',
  blockquote: 'blockquote',
  pre: 'pre',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  del: 'del',
  s: 'del',
  strike: 'del',
  code: 'code',
  a: 'a',
};
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const blocks = new Set<RichTextTag>(['p', 'blockquote', 'pre', 'ul', 'ol', 'li']);
const hidden = new Set(['script', 'style', 'template', 'title', 'noscript', 'iframe', 'object']);
const forbidden = /(?![\t\n])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu;

type Children = RichTextNode['children'];

interface OpenElement {
  name: string;
  /** Null for an element that is no formatting. */
  node: RichTextNode | null;
  children: Children;
  /** The address of a link as it was sent. */
  href?: string | undefined;
  isMention: boolean;
  /** Whether its text is left out. */
  isHidden: boolean;
}

export interface ParsedText {
  nodes: RichTextNode[];
  /** Whether it is more than paragraphs of text. */
  isFormatted: boolean;
}

interface TextOptions {
  /** Returns `@name` of the account that a link with the class `mention` leads to. */
  nameMention: (href: string, label: string) => string;
  /** Marks the custom emoji in a part of the text. */
  markText: (text: string) => string;
  /** Leaves out the address of the quoted thread, which is for software without quotes. */
  hidesQuoteLink?: boolean;
}

/**
 * Converts HTML of another server to a small tree. Nothing else of it is kept: no attributes, and no addresses
 * except links with http or https.
 */
export function parseRichText(
  html: string,
  { nameMention, markText, hidesQuoteLink = false }: TextOptions,
): ParsedText {
  const root = toElement('', {}, { siblings: [], isHidden: false, isPlain: true });
  const stack = [root];
  let nodesCount = 0;
  let hiddenDepth = 0;
  const current = () => stack.at(-1) ?? root;
  const isPreformatted = () => stack.some(({ node }) => node?.tag === 'pre');

  const parser = new Parser({
    onopentag(name, attributes) {
      if (stack.length > depthMax) parser.pause();
      if (name === 'br' && hiddenDepth === 0) current().children.push('\n');
      if (name === 'img') write(attributes['alt'] ?? '');
      open(name, attributes);
    },
    ontext: write,
    onclosetag() {
      const closed = stack.length > 1 ? stack.pop() : undefined;
      if (closed?.isHidden) hiddenDepth -= 1;
      if (closed?.node?.tag === 'a') replaceLink(current().children, closed, nameMention);
    },
  });

  function write(text: string): void {
    if (hiddenDepth > 0) return;
    const cleaned = markText(text.replace(forbidden, '').toWellFormed());
    const written = isPreformatted() ? cleaned : cleaned.replaceAll(/\s+/g, ' ');
    if (written !== '') current().children.push(written);
  }

  function open(name: string, attributes: Record<string, string>): void {
    const isQuoteLink = hidesQuoteLink && /\bquote-inline\b/.test(attributes['class'] ?? '');
    const isHidden = hidden.has(name) || isQuoteLink;
    nodesCount += 1;
    if (isHidden) hiddenDepth += 1;
    const isFull = nodesCount >= nodesMax || countNodes(stack) >= formattingDepthMax;
    const siblings = current().children;
    const options = { siblings, isHidden, isPlain: isFull || hiddenDepth > 0 };
    stack.push(toElement(name, attributes, options));
  }

  parser.end(html.slice(0, htmlMaxLength));
  const nodes = toBlocks(root.children);
  return { nodes, isFormatted: nodes.some(isFormatting) };
}

/** Opens an element after its siblings. A plain one is no formatting. */
function toElement(
  name: string,
  { href, class: classes = '' }: Record<string, string>,
  { siblings, isHidden, isPlain }: { siblings: Children; isHidden: boolean; isPlain: boolean },
): OpenElement {
  const tag = Object.hasOwn(tags, name) ? tags[name] : undefined;
  const node = tag === undefined || isPlain ? null : toNode(tag, href);
  const isMention = name === 'a' && /\bmention\b/.test(classes);
  const element = { name, node, children: node?.children ?? siblings, href, isMention, isHidden };
  if (node === null) return element;
  siblings.push(node);
  if (headings.has(name)) {
    const strong: RichTextNode = { tag: 'strong', href: null, children: [] };
    node.children.push(strong);
    element.children = strong.children;
  }
  return element;
}

const countNodes = (stack: readonly OpenElement[]) =>
  stack.filter(({ node }) => node !== null).length;

function toNode(tag: RichTextTag, href: string | undefined): RichTextNode {
  // A link that is never closed keeps this address.
  const address = tag === 'a' ? toWebAddress(href) : null;
  return { tag, href: address, children: [] };
}

/** A mention, a hashtag, and a link whose label is its address become text. So does a link to something else. */
function replaceLink(
  siblings: Children,
  { node, href, isMention }: OpenElement,
  nameMention: (href: string, label: string) => string,
): void {
  if (node === null || siblings.at(-1) !== node) return;
  const label = collectText(node.children).trim();
  const isHashtag = /^[#＃]\S+$/u.test(label);
  const text =
    isMention && label.startsWith('@')
      ? nameMention(href ?? '', label)
      : toPlainLink(node.href, label);
  if (isHashtag) siblings[siblings.length - 1] = label;
  else if (text !== null) siblings[siblings.length - 1] = text;
}

/** Null for a link with a label of its own. */
function toPlainLink(href: string | null, label: string): string | null {
  if (href === null) return label;
  if (label === '') return href;
  return href.includes(label.replace(/(?:…|\.\.\.)$/, '')) ? href : null;
}

function toWebAddress(href: string | undefined): string | null {
  const url = URL.parse(href ?? '');
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.href.length <= 2000 ? url.href : null;
}

/** Puts text outside of blocks into paragraphs, and removes empty ones. */
function toBlocks(children: Children): RichTextNode[] {
  const result: RichTextNode[] = [];
  let paragraph: RichTextNode | null = null;
  for (const child of children) {
    if (typeof child !== 'string' && blocks.has(child.tag)) {
      paragraph = null;
      const isContainer = ['blockquote', 'ul', 'ol'].includes(child.tag);
      const inner = child.children.filter((each) => !isContainer || !isBlank(each));
      result.push(...unwrap({ ...child, children: inner }));
    } else {
      if (paragraph === null) {
        paragraph = { tag: 'p', href: null, children: [] };
        result.push(paragraph);
      }
      paragraph.children.push(child);
    }
  }
  return result.filter((node) => collectText(node.children).trim() !== '');
}

/** A paragraph in a paragraph, such as of nested `div` elements, becomes a sibling. */
function unwrap(node: RichTextNode): RichTextNode[] {
  const hasBlock = node.children.some((each) => typeof each !== 'string' && blocks.has(each.tag));
  return node.tag === 'p' && hasBlock ? toBlocks(node.children) : [node];
}

const isBlank = (child: string | RichTextNode) => typeof child === 'string' && child.trim() === '';

function isFormatting({ tag, children }: RichTextNode): boolean {
  return tag !== 'p' || children.some((child) => typeof child !== 'string');
}

function collectText(children: Children): string {
  return children
    .map((child) => (typeof child === 'string' ? child : collectText(child.children)))
    .join('');
}

/** The tree as plain text. */
export function toPlainText(nodes: readonly RichTextNode[]): string {
  return nodes
    .map((node) =>
      // A regular expression for spaces before a line break would take quadratic time.
      toTextBlock(node)
        .split('\n')
        .map((line) => line.replace(/^ +/, '').trimEnd())
        .join('\n')
        .trim(),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

function toTextBlock({ tag, children }: RichTextNode): string {
  switch (tag) {
    case 'blockquote':
      return toInlineText(children)
        .trim()
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'ul':
    case 'ol': {
      const items = children.filter((child) => typeof child !== 'string');
      const marker = (index: number) => (tag === 'ol' ? `${index + 1}.` : '•');
      return items
        .map((item, index) => `${marker(index)} ${toInlineText(item.children).trim()}`)
        .join('\n');
    }
    default:
      return toInlineText(children);
  }
}

function toInlineText(children: Children): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (blocks.has(child.tag)) return `\n${toTextBlock(child).trim()}\n`;
      const text = toInlineText(child.children);
      return child.href === null ? text : `${text} (${child.href})`;
    })
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n');
}
