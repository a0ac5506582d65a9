/** Something the server does by itself, now and then. Doing it twice, or at once, does no harm. */
export interface Job {
  /** As the log and the metrics call it: `sweep-media`. */
  name: string;
  everyMs: number;
  /**
   * Whether each server does it, because it is about its own files or memory, or one of them for
   * all.
   */
  on: 'every-server' | 'one-server';
  run(): Promise<unknown>;
}

/** How a run ended. */
export interface JobRun {
  name: string;
  durationMs: number;
  failed: boolean;
}
