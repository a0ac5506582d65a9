import { describe, expect, it } from 'vitest';
import { findSnippetStart } from './snippet.ts';

const snippet = (content: string, match: string) => {
  const start = content.indexOf(match);
  return content.slice(findSnippetStart(content, [{ start, end: start + match.length }]));
};

describe('findSnippetStart', () => {
  it('begins with a word shortly before the first match', () => {
    expect(snippet('The wool is dyed', 'wool')).toBe('The wool is dyed');
    const long = 'Long ago, far away from every loom, somebody spun a thread';
    expect(snippet(long, 'spun')).toBe('every loom, somebody spun a thread');
    expect(snippet(`${'織'.repeat(40)}物`, '物')).toBe('物');
    expect(findSnippetStart('No match', [])).toBe(0);
  });
});
