import { describe, expect, it } from 'vitest';
import { excerpt, profileTitle, threadTitle } from './index.ts';

describe('excerpt', () => {
  it.each([
    ['short', 10, 'short'],
    [' two\n\nlines\there ', 20, 'two lines here'],
    ['cut between two words', 14, 'cut between…'],
    ['Donaudampfschifffahrt', 10, 'Donaudamp…'],
    ['👍👍👍👍👍', 3, '👍👍…'],
  ])('shortens %j to %i characters', (text, maxLength, expected) => {
    expect(excerpt(text, maxLength)).toBe(expected);
  });
});

describe('page title', () => {
  const ada = { name: 'Ada Weaver', username: 'ada' };

  it('contains the author and the first words of a thread', () => {
    const title = threadTitle(ada, `Hello\nworld ${'wool '.repeat(30)}`);
    expect(title).toMatch(/^Ada Weaver: “Hello world (wool )+wool…”$/);
    expect(Array.from(title).length).toBeLessThanOrEqual(84);
  });

  it('is the author for a thread without words', () => {
    expect(threadTitle(ada, '')).toBe('Ada Weaver (@ada)');
  });

  it('is the name and username for a profile', () => {
    expect(profileTitle(ada)).toBe('Ada Weaver (@ada)');
  });
});
