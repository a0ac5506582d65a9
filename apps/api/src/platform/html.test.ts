import { expect, it } from 'vitest';
import { removeForbiddenInXml, toHtml } from './html.ts';

const context = {
  origin: 'https://skein.test',
  mentions: new Map([
    ['ada', 'ada'],
    ['former', 'ada'],
  ]),
};

it.each([
  ['', ''],
  ['One\nTwo\n\nThree', '<p>One<br />Two</p><p>Three</p>'],
  ['<script>"&"', '<p>&lt;script&gt;&quot;&amp;&quot;</p>'],
  [
    'See https://example.org/?a=1&b="',
    '<p>See <a href="https://example.org/?a=1&amp;b=" target="_blank" rel="nofollow noopener">https://example.org/?a=1&amp;b=</a>&quot;</p>',
  ],
  [
    '#Über',
    '<p><a href="https://skein.test/hashtag/%C3%BCber" class="mention hashtag" rel="tag">#<span>Über</span></a></p>',
  ],
  [
    '＃晴れ',
    '<p><a href="https://skein.test/hashtag/%E6%99%B4%E3%82%8C" class="mention hashtag" rel="tag">＃<span>晴れ</span></a></p>',
  ],
  [
    '@Ada and @nobody',
    '<p><span class="h-card"><a href="https://skein.test/profile/ada" class="u-url mention">@<span>Ada</span></a></span> and @nobody</p>',
  ],
  [
    '@former',
    '<p><span class="h-card"><a href="https://skein.test/profile/ada" class="u-url mention">@<span>former</span></a></span></p>',
  ],
])('converts %j', (text, html) => {
  expect(toHtml(text, context)).toBe(html);
});

it('removes only characters that XML forbids', () => {
  const text = 'a\u0000\u000B\uD800\uFFFE\uFFFFb\t\n\r\u0085🧶';
  expect(removeForbiddenInXml(text)).toBe('ab\t\n\r\u0085🧶');
});
