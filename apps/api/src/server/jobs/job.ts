/** A periodic background task. It must be safe to run repeatedly and concurrently. */
export interface Job {
  /** The name in logs and metrics, such as `sweep-media`. */
  name: string;
  intervalMs: number;
  /**
   * `every-server` for jobs on a server's own files or memory, `single-server` for jobs that only one
   * server of the instance runs.
   */
  on: 'every-server' | 'single-server';
  /**
   * `prompt` for jobs whose results users wait for: they never wait for other jobs. `frequent` and
   * `maintenance` jobs wait for other jobs of the same pace.
   */
  pace: 'prompt' | 'frequent' | 'maintenance';
  /** @param stopping Ends a long run when the server stops */
  run(stopping: AbortSignal): Promise<unknown>;
}

/** The outcome of one run. */
export interface JobRun {
  name: string;
  durationMs: number;
  failed: boolean;
  /** The message of the error; null for a success. */
  error: string | null;
}
