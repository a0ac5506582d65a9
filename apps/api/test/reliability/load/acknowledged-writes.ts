/** What a server has acknowledged, and so must keep. */
export interface Ledger {
  /** By their texts, each of which was written once: the ids that were answered. */
  threads: Map<string, string>;
  messages: Map<string, string>;
  /** Addresses of files: of threads by the thread's id, and of uploads that nothing takes up. */
  pictures: Map<string, string>;
  uploads: Set<string>;
  /** Who likes and who follows whom, as `<id> <id>`. */
  likes: Set<string>;
  follows: Set<string>;
  /** Acknowledged writes of all kinds. */
  count: number;
  /** Answers that were neither a success nor a 503 with Retry-After. */
  unexpected: string[];
}

export function createLedger(): Ledger {
  return {
    threads: new Map(),
    messages: new Map(),
    pictures: new Map(),
    uploads: new Set(),
    likes: new Set(),
    follows: new Set(),
    count: 0,
    unexpected: [],
  };
}
