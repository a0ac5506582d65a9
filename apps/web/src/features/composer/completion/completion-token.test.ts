import fc from 'fast-check';
import { listHashtags, listMentions } from '@skein/contracts/text';
import { describe, expect, it } from 'vitest';
import { complete, findToken } from './completion-token.ts';

/** Finds the token at the caret, which `|` marks. */
const find = (text: string) => findToken(text.replace('|', ''), text.indexOf('|'));

describe('findToken', () => {
  it.each([
    ['#|', { trigger: '#', query: '', start: 0, end: 1 }],
    ['knit #wo|', { trigger: '#', query: 'wo', start: 5, end: 8 }],
    ['knit #wo|ol now', { trigger: '#', query: 'wo', start: 5, end: 10 }],
    ['(#wo|)', { trigger: '#', query: 'wo', start: 1, end: 4 }],
    ['#日本|', { trigger: '#', query: '日本', start: 0, end: 3 }],
    ['hi @Ada|', { trigger: '@', query: 'Ada', start: 3, end: 7 }],
    ['@|', { trigger: '@', query: '', start: 0, end: 1 }],
    ['今日 ＃晴|', { trigger: '#', query: '晴', start: 3, end: 5 }],
    ['#نرم\u200Cا|فزار', { trigger: '#', query: 'نرم\u200Cا', start: 0, end: 10 }],
    ['.@ad|', { trigger: '@', query: 'ad', start: 1, end: 4 }],
    ['nice :smi|', { trigger: ':', query: 'smi', start: 5, end: 9 }],
    ['(:smi|le:)', { trigger: ':', query: 'smi', start: 1, end: 8 }],
    ['first\n@a|', { trigger: '@', query: 'a', start: 6, end: 8 }],
  ])('finds the token at the caret of %s', (text, token) => {
    expect(find(text)).toEqual(token);
  });

  it.each([
    '|#wool',
    '#wool |',
    'wool|',
    'C#|',
    'ada@example|',
    'a/#b|',
    '##|',
    '@ada@|',
    '|',
    ':s|',
    '12:30|',
    'https://a|',
    'note:this|',
  ])('returns null for %s', (text) => {
    expect(find(text)).toBeNull();
  });

  // With quadratic time, it would exceed the time limit of a test.
  it('finds no token in a very long text', () => {
    const length = 2_000_000;
    expect(findToken('#'.repeat(length), length)).toBeNull();
    expect(findToken(`#${'a'.repeat(length)}`, length + 1)).toBeNull();
  });
});

describe('complete', () => {
  it.each([
    ['knit #wo|', 'wool', 'knit #wool |'],
    ['knit #wo|ol now', 'wool', 'knit #wool |now'],
    ['knit #wo|, now', 'wool', 'knit #wool |, now'],
    [':smi|le now', '😄', '😄 |now'],
    ['@a|\nmore', 'ada', '@ada |more'],
  ])('completes %s with %s', (text, word, expected) => {
    const token = find(text);
    if (!token) throw new Error('There is no token');
    const completed = complete(text.replace('|', ''), token, word);
    expect(
      `${completed.text.slice(0, completed.caret)}|${completed.text.slice(completed.caret)}`,
    ).toBe(expected);
  });

  it('produces a hashtag or mention that the parser recognizes', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '1', '_', '.', '#', ' ', '@', '(', '\n'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, fc.constantFrom('#', '@'), text, (before, trigger, after) => {
        const token = findToken(before + trigger + after, before.length + 1);
        fc.pre(token !== null);
        const completed = complete(before + trigger + after, token, 'wool').text;
        const found = token.trigger === '#' ? listHashtags(completed) : listMentions(completed);
        expect(found).toContain('wool');
      }),
    );
  });
});
