export interface Language {
  /** Share of all threads, of 1. */
  share: number;
  /** The most frequent words first. */
  words: readonly string[];
  /** Makes the long tail of rare words. */
  syllables: readonly string[];
  separator: ' ' | '';
  fullStop: '.' | '。';
}
