import { expect, it } from 'vitest';
import { parsePage } from './parse-page.ts';

const parse = (html: string | Buffer, contentType = 'text/html') =>
  parsePage({
    url: new URL('https://example.org/a/'),
    contentType,
    content: Buffer.from(html),
    isTruncated: false,
  });

it('prefers Open Graph to other metadata, and the title of the page to that of a drawing', () => {
  const other = '<title>Page</title><meta name="twitter:title" content="Twitter">';
  expect(parse(`${other}<meta property="og:title" content="Open">`)?.title).toBe('Open');
  expect(parse(other)?.title).toBe('Twitter');
  expect(parse('<svg><title>Icon</title></svg><title>Page</title>')?.title).toBe('Page');
  expect(parse('<p>No title</p>')).toBeNull();
});

it('resolves the address of the image and recognizes a page about a video', () => {
  const html = '<title>a</title><meta property="og:image" content="../b.png">';
  expect(parse(`${html}<meta property="og:type" content="video.other">`)).toMatchObject({
    imageUrl: 'https://example.org/b.png',
    isVideo: true,
  });
});

it('decodes the declared character set', () => {
  const latin = Buffer.from('<title>Caf\u00e9</title>', 'latin1');
  expect(parse(latin, 'text/html; charset=iso-8859-1')?.title).toBe('Café');
  expect(parse(Buffer.concat([Buffer.from('<meta charset="latin1">'), latin]))?.title).toBe('Café');
  expect(parse('<title>Café</title>', 'text/html; charset=unknown')?.title).toBe('Café');
});

it.each(['<div>', '<svg>', '<p>', '</svg>', '<meta a=b ', '<title>', '&amp;', '<!--', '<b></i>'])(
  'parses a megabyte of %s in linear time',
  (unit) => {
    const start = performance.now();
    parse(unit.repeat(1_000_000 / unit.length));
    // It takes a fraction of a second; quadratic time takes half a minute.
    expect(performance.now() - start).toBeLessThan(10_000);
  },
);
