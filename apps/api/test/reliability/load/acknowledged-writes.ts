/** The writes that a server has acknowledged and must not lose. */
export interface AcknowledgedWrites {
  /** Ids of threads and messages by their unique texts. */
  threads: Map<string, string>;
  messages: Map<string, string>;
  /** File URLs: of threads by thread id, and of uploads without a thread. */
  pictures: Map<string, string>;
  uploads: Set<string>;
  /** Likes and follows, as `<id> <id>`. */
  likes: Set<string>;
  follows: Set<string>;
  /** The number of acknowledged writes. */
  count: number;
  /** Responses other than a success or a 503 with Retry-After. */
  unexpected: string[];
}

export function createAcknowledgedWrites(): AcknowledgedWrites {
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
