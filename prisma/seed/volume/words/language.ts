export interface Language {
  /** Share of all threads, of 1. */
  share: number;
  /** The most frequent words first. */
  words: readonly string[];
  /** Generates the long tail of rare words. */
  syllables: readonly string[];
  separator: ' ' | '';
  fullStop: '.' | '。';
}
