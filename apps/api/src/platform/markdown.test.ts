import { expect, it } from 'vitest';
import { markdownToHtml } from './markdown.ts';

it.each(['- ', '1. ', '> ', '* - '])(
  'shows endlessly nested "%s" as text instead of blocking the server',
  async (unit) => {
    const html = await markdownToHtml(unit.repeat(20_000 / unit.length));
    expect(html).not.toContain('<li>');
    expect(html).not.toContain('<blockquote>');
  },
);

it('renders lists and quotations in each other', async () => {
  const html = await markdownToHtml('> - a\n>   - b\n>     1. c');
  expect(html.match(/<li>/g)).toHaveLength(3);
  expect(html).toContain('<blockquote>');
});
