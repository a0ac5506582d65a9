/** A finished request, without personal data. */
export interface TracedRequest {
  method: string;
  /** The route template, never the URL. */
  route: string;
  /** Undefined if the client disconnected before the end of the response. */
  status: number | undefined;
}

export interface RequestSpan {
  traceId: string;
  /** Everything that `work` starts belongs to the request. */
  run(work: () => void): void;
  end(request: TracedRequest): void;
}

/** A statement without its parameters. */
export interface TracedStatement {
  /** The name of the prepared statement; empty or undefined without one. */
  name?: string | undefined;
  text: string;
}

/** Records requests, their statements and their signals to other servers as spans of traces. */
export interface Tracing {
  /** @param traceParent the header of a trusted proxy, whose trace is continued */
  startRequest(traceParent: string | undefined): RequestSpan;
  /** Runs a statement, and records it if it belongs to a trace. */
  statement<Result>(statement: TracedStatement, run: () => Promise<Result>): Promise<Result>;
  /** The current position in a trace, in the form of the header `traceparent`. */
  traceParent(): string | undefined;
  /** Handles signals of another server as a part of the traces that caused them. */
  receiveSignals(traceParents: readonly string[], work: () => void): void;
  /** The id of the current trace. */
  traceId(): string | undefined;
  /** Sends what is recorded. */
  stop(): Promise<void>;
}
