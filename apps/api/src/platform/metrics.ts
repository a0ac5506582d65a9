/** A finished request, without personal data. */
export interface MeasuredRequest {
  method: string;
  /** The route template, such as `/api/threads/:threadId`, never the URL. */
  route: string;
  /** The status code, or `aborted` if the client disconnected before the end of the response. */
  status: string;
  /** Null for an event stream, whose duration says nothing about performance. */
  seconds: number | null;
  /** The size of an accepted multipart body. */
  uploadedBytes: number;
}

/** Receives the events that metrics are computed from. */
export interface Metrics {
  request(measured: MeasuredRequest): void;
  jobRun(run: { name: string; durationMs: number; failed: boolean }): void;
  /** An attempt to send an email, or to push to a browser. */
  delivery(attempt: { channel: 'email' | 'push'; failed: boolean }): void;
  /** A browser has reported a violation of the content security policy. */
  cspViolation(directive: string): void;
}

/** Used when metrics are disabled. */
export const noMetrics: Metrics = {
  request: () => undefined,
  jobRun: () => undefined,
  delivery: () => undefined,
  cspViolation: () => undefined,
};
