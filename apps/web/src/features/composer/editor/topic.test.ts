import fc from 'fast-check';
import { listHashtags } from '@skein/contracts/text';
import { describe, expect, it } from 'vitest';
import { composeContent, topicHashtag } from './topic.ts';

describe('topicHashtag', () => {
  it.each([
    ['knitting', '#knitting'],
    ['#knitting', '#knitting'],
    [' Slow  fashion! ', '#Slow_fashion'],
    ['日本語', '#日本語'],
    ['e\u0301te\u0301', '#été'],
    ['a'.repeat(80), `#${'a'.repeat(64)}`],
    ['2026', null],
    ['!?', null],
    ['', null],
  ])('converts %s to %s', (topic, tag) => {
    expect(topicHashtag(topic)).toBe(tag);
  });

  it('always returns exactly one hashtag that the parser recognizes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (topic) => {
        const tag = topicHashtag(topic);
        fc.pre(tag !== null);
        expect(listHashtags(`${tag} text`)).toEqual([tag.slice(1).toLowerCase()]);
      }),
    );
  });
});

describe('composeContent', () => {
  it.each([
    ['yarn', 'Hello  \n', '#yarn Hello'],
    ['', 'Hello', 'Hello'],
    ['2026', 'Hello', 'Hello'],
    ['yarn', '', '#yarn'],
  ])('combines the topic %j and the text %j', (topic, text, content) => {
    expect(composeContent(topic, text)).toBe(content);
  });
});
