import { Parser } from 'htmlparser2';
import { parseText } from '@skein/contracts/text';
import { escapeHtml } from '../../../platform/html.ts';

const protectedId = /^s(\d{1,4})$/;

/** A text for a translation service: HTML in which links, mentions and hashtags are marked as untranslatable. */
export function toMarkup(text: string): string {
  return parseText(text)
    .map((segment, index) => {
      const content = escapeHtml(segment.text);
      if (segment.type === 'text') return content.replaceAll('\n', '<br>');
      return `<span translate="no" id="s${index}">${content}</span>`;
    })
    .join('');
}

/**
 * The plain text of a translated markup. Each marked part is replaced by the part of the original text, once, and
 * one that the service has dropped is added at the end. Other markup is ignored.
 */
export function fromMarkup(markup: string, original: string): string {
  const segments = parseText(original);
  const missing = new Set(segments.flatMap(({ type }, index) => (type === 'text' ? [] : [index])));
  const parts: string[] = [];
  let skippedDepth = 0;
  const parser = new Parser({
    onopentag(name, { id = '' }) {
      if (skippedDepth > 0) {
        skippedDepth += 1;
        return;
      }
      if (name === 'br') parts.push('\n');
      const index = Number(protectedId.exec(id)?.[1] ?? -1);
      if (missing.delete(index)) parts.push(segments[index]?.text ?? '');
      if (index >= 0 || name === 'script' || name === 'style') skippedDepth = 1;
    },
    ontext(text) {
      if (skippedDepth === 0) parts.push(text);
    },
    onclosetag() {
      skippedDepth = Math.max(0, skippedDepth - 1);
    },
  });
  parser.end(markup);
  return [parts.join('').trim(), ...[...missing].map((index) => segments[index]?.text ?? '')]
    .join(' ')
    .trim();
}
