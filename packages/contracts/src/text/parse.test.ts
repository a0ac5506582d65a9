import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHashtags, listMentions, parseText } from './parse.ts';

const listHrefs = (text: string) =>
  parseText(text).flatMap((segment) => (segment.type === 'link' ? [segment.href] : []));

describe('links', () => {
  it.each([
    ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
    ['www.example.org.', ['https://www.example.org']],
    ['(http://example.org/x)', ['http://example.org/x']],
    ['https://example.org/wiki/Skein_(yarn)', ['https://example.org/wiki/Skein_(yarn)']],
    ['javascript:alert(1) ftp://example.org', []],
    ['HTTPS://EXAMPLE.ORG', ['HTTPS://EXAMPLE.ORG']],
    ['xhttp://example.org', []],
    ['https://', []],
    // Quotation marks and brackets around the address.
    ['見て https://example.org/a。次の文', ['https://example.org/a']],
    ['「https://example.org/a」', ['https://example.org/a']],
    ['（https://example.org/a）です', ['https://example.org/a']],
    [
      '【https://example.org/a】、https://example.org/b！',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    [
      '“https://example.org/a” ‘https://example.org/b’',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['[https://example.org/a]', ['https://example.org/a']],
    ['[text](https://example.org/a)b', ['https://example.org/a']],
    [
      '{"url": "https://example.org/a"} {https://example.org/b}',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['`https://example.org/a`', ['https://example.org/a']],
    ['https://example.org/a(see', ['https://example.org/a']],
    // Balanced brackets, letters of any script and a final ~ or _ belong to it.
    ['https://example.org/a[1]{2}(3(4))', ['https://example.org/a[1]{2}(3(4))']],
    [
      'https://example.org/~ada/~ https://example.org/snake_',
      ['https://example.org/~ada/~', 'https://example.org/snake_'],
    ],
    [
      'https://ja.example.org/日本・東京 https://fa.example.org/نرم\u200Cافزار',
      ['https://ja.example.org/日本・東京', 'https://fa.example.org/نرم\u200Cافزار'],
    ],
    // Invisible characters.
    ['https://example.org/a\u200B', ['https://example.org/a']],
    ['\u2067https://example.org/a\u2069', ['https://example.org/a']],
    ['https://example.org/a\u200F שלום', ['https://example.org/a']],
    ['https://example.org/a\u00AD\uFEFF', ['https://example.org/a']],
  ])('finds the links of %s', (text, hrefs) => {
    expect(listHrefs(text)).toEqual(hrefs);
  });
});

describe('hashtags', () => {
  it.each([
    ['#Yarn and #yarn', ['yarn']],
    ['#été #日本語 #ไทย', ['été', '日本語', 'ไทย']],
    ['#2026 #2026a', ['2026a']],
    ['a#b &#39; https://example.org/#frag', []],
    [`#${'a'.repeat(64)} #${'b'.repeat(65)}`, ['a'.repeat(64)]],
    [`#${'İ'.repeat(33)}`, []],
    ['#one#two', ['one']],
    ['#snake_case, #end.', ['snake_case', 'end']],
    ['متن #نرم\u200Cافزار متن', ['نرم\u200Cافزار']],
    ['#ශ්\u200Dරී #क\u094D\u200Dष', ['ශ්\u200Dරී', 'क\u094D\u200Dष']],
    ['#a\u200Cb #نرم\u200C', ['a', 'نرم']],
    ['今日 ＃晴れ です', ['晴れ']],
    ['#col·lecció #スター・ウォーズ #end·', ['col·lecció', 'スター・ウォーズ', 'end']],
    ['#️⃣ #\u0301a ❤️#heart #sun☀️', ['heart', 'sun']],
  ])('finds the hashtags of %s', (text, tags) => {
    expect(listHashtags(text)).toEqual(tags);
  });
});

describe('mentions', () => {
  it.each([
    ['@Ann.Lee. and @bob', ['ann.lee', 'bob']],
    ['mail ann@example.org', []],
    ['@Ann@Example.org. and @bob.', ['ann@example.org', 'bob']],
    ['@ann@example @a@b.c@d.e', []],
    [`@ann@${'a.'.repeat(200)}org`, []],
    ['@ab @abc', ['abc']],
    [`@${'a'.repeat(31)}`, []],
    ['(@ann), @ann!', ['ann']],
    ['.@ann and "..@bob"', ['ann']],
    ['mail.@ann', []],
  ])('finds the mentions of %s', (text, usernames) => {
    expect(listMentions(text)).toEqual(usernames);
  });
});

describe('more than thirty hashtags and mentions', () => {
  const names = Array.from({ length: 40 }, (_, number) => `name${number}`);

  it('are limited to thirty different ones of each', () => {
    const text = names.map((name) => `#${name} @${name}`).join(' ');
    expect(listHashtags(text)).toEqual(names.slice(0, 30));
    expect(listMentions(text)).toEqual(names.slice(0, 30));
  });

  it('match again when repeated, while further ones are plain text', () => {
    const text = `${names.map((name) => `#${name}`).join(' ')} #NAME1 #name39 https://a.b`;
    expect(parseText(text).slice(-4)).toEqual([
      { type: 'text', text: expect.stringMatching(/^ #name30 .* #name39 $/) as unknown },
      { type: 'hashtag', text: '#NAME1', tag: 'name1' },
      { type: 'text', text: ' #name39 ' },
      { type: 'link', text: 'https://a.b', href: 'https://a.b' },
    ]);
  });
});

describe('a text in any script', () => {
  const words = fc.constantFrom(
    ...'wool café пряжа νήμα צמר صوف نرم\u200Cافزار ऊन ශ්\u200Dරී உல் ขนสัตว์ 양모 羊毛 ウール'.split(
      ' ',
    ),
    ...'col·lecció スター・ウォーズ ʻokina Việt'.split(' '),
  );
  const pairs =
    '() [] {} “” „“ «» 「」 『』 （） 【】 `` "" \'\' \u2067\u2069 \u200B\u200B \u061C\u200E';
  const marks = fc.constantFrom(...pairs.split(' '), ' 。', ' 、', ' ！', ' ？', ' ,', ' .', ' …');

  it('keeps a hashtag and a link inside any punctuation', () => {
    fc.assert(
      fc.property(words, words, marks, (tag, path, [before = '', after = '']) => {
        const link = `https://example.org/${path}`;
        const text = `${tag} ${before}#${tag}${after} ${before}${link}${after} ${path}`;
        expect(listHashtags(text)).toEqual([tag.toLowerCase()]);
        expect(listHrefs(text)).toEqual([link]);
      }),
    );
  });
});

describe('arbitrary text', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      '#',
      '@',
      'a',
      '1',
      '.',
      ' ',
      '/',
      'www.',
      'https://',
      '(',
      ')',
      '\n',
      'é',
    ),
    maxLength: 300,
  });

  it('equals its joined segments', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(
          parseText(text)
            .map((segment) => segment.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('contains only http(s) links', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const href of listHrefs(text)) expect(href).toMatch(/^https?:\/\//i);
      }),
    );
  });

  it.each([
    '#',
    '@',
    '.',
    'www.',
    '(',
    ')',
    'https://',
    '@a.',
    '@a@',
    '#a',
    'a#',
    '#1',
    'https://a.b/.',
    '[',
    '(]',
    '·',
    'https://a.b(',
    'https://a.b([',
    'https://a.b](',
    '#a·',
    'ن\u200C',
    '\u200C',
  ])('is parsed in linear time: %s repeated', (unit) => {
    // Linear time takes milliseconds. Quadratic time takes longer than the limit of a test.
    const text = unit.repeat(400_000 / unit.length);
    for (const hostileText of [text, `@${text}b`, `https://a.b/${text}b`])
      expect(parseText(hostileText)).not.toHaveLength(0);
  });
});
