/** The #tag or @name that is being written at the caret. */
export interface CompletionToken {
  mark: '#' | '@';
  /** What stands between the mark and the caret. */
  query: string;
  /** Where the mark stands. */
  start: number;
  /** Where what is written ends, which may be behind the caret. */
  end: number;
}

/** Longer than any tag or name: further back nobody needs to look. */
const lookBack = 100;

// As the parser of posted texts finds them (contracts, text/parse.ts), but unfinished.
const beforeCaret =
  /(?:(?<![\p{L}\p{N}\p{M}_&/#])#(?<tag>[\p{L}\p{N}\p{M}_]*)|(?<![\p{L}\p{N}_.@/])@(?<name>[a-z0-9_.]*))$/iu;
const restOf = { '#': /^[\p{L}\p{N}\p{M}_]*/u, '@': /^[a-z0-9_.]*/iu } as const;

/** Null where the caret stands in neither. */
export function findToken(text: string, caret: number): CompletionToken | null {
  const before = text.slice(Math.max(0, caret - lookBack), caret);
  const groups = beforeCaret.exec(before)?.groups;
  if (!groups) return null;
  const mark = groups['tag'] === undefined ? '@' : '#';
  const query = groups['tag'] ?? groups['name'] ?? '';
  const rest = restOf[mark].exec(text.slice(caret, caret + lookBack))?.[0] ?? '';
  return { mark, query, start: caret - query.length - 1, end: caret + rest.length };
}

/** The text with the token completed, and where the caret stands then: behind a space. */
export function complete(text: string, { mark, start, end }: CompletionToken, word: string) {
  const inserted = `${mark}${word} `;
  const rest = text.slice(end);
  return {
    text: text.slice(0, start) + inserted + (/^\s/.test(rest) ? rest.slice(1) : rest),
    caret: start + inserted.length,
  };
}
