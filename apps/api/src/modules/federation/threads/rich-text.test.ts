import { expect, it } from 'vitest';
import { parseRichText, toPlainText } from './rich-text.ts';

const parse = (html: string) => parseRichText(html, (_href, label) => label).nodes;

it('trims the lines of long runs of spaces in linear time', () => {
  const spaces = ' '.repeat(120_000);
  const start = process.cpuUsage();
  expect(toPlainText(parse(`<pre>${spaces}a  \n  b${spaces}x</pre>`))).toBe(`a\nb${spaces}x`);
  // With a quadratic expression it takes several seconds.
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});
