/** A request that has ended. None of it tells of a person. */
export interface MeasuredRequest {
  method: string;
  /** The template, such as `/api/threads/:threadId`: never an address that was asked for. */
  route: string;
  /** As a number, or `cut` for one that was left before its answer. */
  status: string;
  /** Null for a stream, whose end says nothing of how fast it was. */
  seconds: number | null;
  /** What came as files. */
  uploadedBytes: number;
}

/** Where the parts of the server tell what happened, for whoever watches it. */
export interface Metrics {
  request(measured: MeasuredRequest): void;
  jobRun(run: { name: string; durationMs: number; failed: boolean }): void;
}

/** For a server that nobody watches. */
export const noMetrics: Metrics = { request: () => undefined, jobRun: () => undefined };
