import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHashtags, listMentions, parseText } from './parse.ts';

const hrefsOf = (text: string) =>
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
  ])('finds the links of %s', (text, hrefs) => {
    expect(hrefsOf(text)).toEqual(hrefs);
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
  ])('finds the hashtags of %s', (text, tags) => {
    expect(listHashtags(text)).toEqual(tags);
  });
});

describe('mentions', () => {
  it.each([
    ['@Ann.Lee. and @bob', ['ann.lee', 'bob']],
    ['mail ann@example.org', []],
    ['@ann@example.org and @bob.', ['bob']],
    ['@ab @abc', ['abc']],
    [`@${'a'.repeat(31)}`, []],
    ['(@ann), @ann!', ['ann']],
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
        for (const href of hrefsOf(text)) expect(href).toMatch(/^https?:\/\//i);
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
  ])('is parsed in linear time: %s repeated', (unit) => {
    const text = unit.repeat(200_000 / unit.length);
    const start = performance.now();
    for (const hostileText of [text, `@${text}b`, `https://a.b/${text}b`]) parseText(hostileText);
    // It takes milliseconds; quadratic time takes half a minute.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
