import { expect, it } from 'vitest';
import { linkLabel } from './link-label.ts';

it.each([
  ['https://www.example.org/', 'example.org'],
  ['HTTPS://EXAMPLE.ORG/Path?b=1#c', 'example.org/Path?b=1#c'],
  ['https://bank.example@evil.example/login', 'evil.example/login'],
  ['https://exаmple.org', 'xn--exmple-4nf.org'],
  [`https://example.org/${'a'.repeat(60)}`, `example.org/${'a'.repeat(27)}…`],
])('labels %s as %s', (href, label) => {
  expect(linkLabel(href)).toBe(label);
});
