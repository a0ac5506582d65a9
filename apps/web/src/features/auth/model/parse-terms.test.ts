import { describe, expect, it } from 'vitest';
import { parseTerms, parseTermsSpans } from './parse-terms.ts';

describe('parseTerms', () => {
  it('finds headings, lists and paragraphs', () => {
    const text = `# Terms\r\nFirst line\nsecond line\n\nNew paragraph\n- one\n- two\n  goes on\n1. first\n## Part`;
    expect(parseTerms(text)).toEqual([
      { kind: 'heading', level: 2, text: 'Terms' },
      { kind: 'paragraph', text: 'First line second line' },
      { kind: 'paragraph', text: 'New paragraph' },
      { kind: 'list', isOrdered: false, items: ['one', 'two goes on'] },
      { kind: 'list', isOrdered: true, items: ['first'] },
      { kind: 'heading', level: 3, text: 'Part' },
    ]);
  });

  it('keeps HTML as text', () => {
    expect(parseTerms('<script>alert(1)</script>')).toEqual([
      { kind: 'paragraph', text: '<script>alert(1)</script>' },
    ]);
  });
});

describe('parseTermsSpans', () => {
  it('finds bold text, links and bare URLs', () => {
    const text = 'Be **kind**, see [the law](https://law.example/a) or https://skein.example/x.';
    expect(parseTermsSpans(text)).toEqual([
      { kind: 'text', text: 'Be ' },
      { kind: 'bold', text: 'kind' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'the law', href: 'https://law.example/a' },
      { kind: 'text', text: ' or ' },
      { kind: 'link', text: 'https://skein.example/x', href: 'https://skein.example/x' },
      { kind: 'text', text: '.' },
    ]);
  });

  it.each(['[x](javascript:alert(1))', '[x](data:text/html,x)', '**', '[]()'])(
    'makes no link of %s',
    (text) => {
      expect(parseTermsSpans(text)).toEqual([{ kind: 'text', text }]);
    },
  );
});
