/** Runs a statement and records it. Its parameters are not passed. */
export type TraceStatement = <Result>(
  statement: { name?: string | undefined; text: string },
  run: () => Promise<Result>,
) => Promise<Result>;
