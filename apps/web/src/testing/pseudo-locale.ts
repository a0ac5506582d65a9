import type { Catalog } from '@skein/messages';

const skippedElements = 'script, style, noscript, time, textarea, [translate="no"]';
const labels = ['alt', 'aria-description', 'aria-label', 'placeholder', 'title'];

/** A catalog whose texts have full-width letters, so that any ASCII letter is not from a message. */
export function toPseudoLocale(catalog: Catalog): Catalog {
  return Object.fromEntries(
    Object.entries(catalog).map(([key, message]) => [
      key,
      typeof message === 'string' ? widen(message) : message.map(widenNode),
    ]),
  ) as Catalog;
}

function widenNode(node: unknown): unknown {
  if (typeof node === 'string') return widen(node);
  if (!Array.isArray(node)) return node;
  const [name, type, forms] = node as unknown[];
  // Plural forms are the only nodes with text: names of values stay unchanged.
  if (type !== 2) return node;
  const widened = Object.entries(forms as object).map(([form, content]: [string, unknown]) => [
    form,
    Array.isArray(content) ? content.map(widenNode) : widenNode(content),
  ]);
  return [name, type, Object.fromEntries(widened)];
}

function widen(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
  );
}

/** Texts and labels of the page that contain ASCII letters beyond the allowed words. */
export function findUntranslatedTexts(allowed: RegExp): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (nodeValue && !parentElement?.closest(skippedElements)) texts.push(nodeValue);
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const label of labels) texts.push(element.getAttribute(label) ?? '');
  }
  const untranslated = texts.filter((text) => /[A-Za-z]/.test(text.replaceAll(allowed, '')));
  return [...new Set(untranslated)];
}
