import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { monitorProcess } from '../../../../test/reliability/fuzz/process-monitor.ts';
import { timeFactor } from '../../../../test/support/time-factor.ts';
import { parsePage } from './parse-page.ts';

const stallMaxMs = 100 * timeFactor;

const parse = (html: string | Buffer, contentType = 'text/html') =>
  parsePage({
    url: new URL('https://example.org/a/'),
    contentType,
    content: Buffer.from(html),
    isTruncated: false,
  });

it('prefers Open Graph to other metadata, and the title of the page to that of a drawing', async () => {
  const other = '<title>Page</title><meta name="twitter:title" content="Twitter">';
  expect((await parse(`${other}<meta property="og:title" content="Open">`))?.title).toBe('Open');
  expect((await parse(other))?.title).toBe('Twitter');
  expect((await parse('<svg><title>Icon</title></svg><title>Page</title>'))?.title).toBe('Page');
  expect(await parse('<p>No title</p>')).toBeNull();
});

it('resolves the address of the image and recognizes a page about a video', async () => {
  const html = '<title>a</title><meta property="og:image" content="../b.png">';
  expect(await parse(`${html}<meta property="og:type" content="video.other">`)).toMatchObject({
    imageUrl: 'https://example.org/b.png',
    isVideo: true,
  });
});

it('decodes the declared character set', async () => {
  const latin = Buffer.from('<title>Caf\u00e9</title>', 'latin1');
  expect((await parse(latin, 'text/html; charset=iso-8859-1'))?.title).toBe('Café');
  expect((await parse(Buffer.concat([Buffer.from('<meta charset="latin1">'), latin])))?.title).toBe(
    'Café',
  );
  expect((await parse('<title>Café</title>', 'text/html; charset=unknown'))?.title).toBe('Café');
});

it.each([
  '<div>',
  '<svg>',
  '<p>',
  '</svg>',
  '<meta a=b ',
  '<title>',
  '&amp;',
  '<!--',
  '<b></i>',
  '<a>',
  '<p></div>',
  '<title>a</title>',
  '<br></br>',
  '<select><option>',
])('parses a megabyte of %s without blocking other requests', async (unit) => {
  const html = unit.repeat(1_000_000 / unit.length);
  const stalls: number[] = [];
  // Repeated, because other programs on the machine may stop the process. Quadratic time takes half a minute.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const monitor = monitorProcess();
    await sleep(20);
    await parse(html);
    // The delay is measured after the event loop has continued.
    await sleep(20);
    stalls.push(monitor.stallMs());
    monitor.stop();
    if (Math.min(...stalls) < stallMaxMs) break;
  }
  expect(Math.min(...stalls)).toBeLessThan(stallMaxMs);
});
