import { expect, it } from 'vitest';
import { parseRichText, toPlainText } from './rich-text.ts';

const parse = (html: string) =>
  parseRichText(html, { nameMention: (_href, label) => label, markText: (text) => text }).nodes;

it('trims the lines of long runs of spaces in linear time', () => {
  const spaces = ' '.repeat(120_000);
  const start = process.cpuUsage();
  expect(toPlainText(parse(`<pre>${spaces}a  \n  b${spaces}x</pre>`))).toBe(`a\nb${spaces}x`);
  // With a quadratic expression it takes several seconds.
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});

it('keeps only web addresses, also of links that are never closed', () => {
  const open = '<span>'.repeat(260);
  expect(parse(`<a href="javascript:alert(1)">x${open}`)).toEqual([
    { tag: 'p', href: null, children: [{ tag: 'a', href: null, children: ['x'] }] },
  ]);
  expect(parse(`<a href="https://knots.example/a">x${open}`)).toEqual([
    {
      tag: 'p',
      href: null,
      children: [{ tag: 'a', href: 'https://knots.example/a', children: ['x'] }],
    },
  ]);
});
