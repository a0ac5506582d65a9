import { describe, expect, it } from 'vitest';
import { compileMessages, findProblems, readValues } from './compile-locale.ts';
import type { Messages } from './compile-locale.ts';

const compare = (en: Messages, de: Messages) =>
  findProblems('de', compileMessages(en), compileMessages(de));

describe('findProblems', () => {
  it('accepts a language with the same keys and values', () => {
    const en = { 'poll.votes': '{count, plural, one {# vote} other {# votes}} of {name}' };
    const de = { 'poll.votes': '{name}: {count, plural, one {# Stimme} other {# Stimmen}}' };
    expect(compare(en, de)).toEqual([]);
  });

  it('reports a key that a language lacks or leaves empty', () => {
    expect(compare({ 'app.a': 'A', 'app.b': 'B' }, { 'app.a': '' })).toEqual([
      'de.json has no text for "app.a"',
      'de.json has no text for "app.b"',
    ]);
  });

  it('reports a key that English does not have', () => {
    expect(compare({}, { 'app.a': 'A' })).toEqual([
      'de.json has "app.a", which en.json does not have',
    ]);
  });

  it('reports values that differ from those of English', () => {
    expect(compare({ 'app.a': 'By {name}' }, { 'app.a': 'Von {nmae}' })).toEqual([
      'de.json needs the values {name: string} in "app.a", not {nmae: string}',
    ]);
  });

  it('reports a prefix that belongs to no catalog', () => {
    expect(compare({ 'nowhere.a': 'A' }, { 'nowhere.a': 'A' })).toEqual([
      '"nowhere.a" has a prefix that is in no catalog of src/catalog-names.ts',
    ]);
  });
});

describe('compileMessages', () => {
  it('names the key of a text that is not valid ICU MessageFormat', () => {
    expect(() => compileMessages({ 'app.a': 'By {name' })).toThrow(/^app\.a: /);
  });

  it('rejects features that the formatter does not support', () => {
    expect(() => compileMessages({ 'app.a': '{day, date, short}' })).toThrow(/app\.a: use only/);
  });
});

describe('readValues', () => {
  it('finds values within plural forms', () => {
    const [message = ''] = compileMessages({
      'app.a':
        '{count, plural, one {{name} wrote} other {{name} wrote # times, {max, number} at most}}',
    }).values();
    expect(readValues(message)).toEqual({ count: 'number', name: 'string', max: 'number' });
  });
});
