/** An invalid command line, described in one sentence. */
export class ArgumentsError extends Error {}

export interface Arguments {
  /** Fill an empty instance with sample users and threads. */
  isDemo: boolean;
}

/** @throws ArgumentsError for an unknown argument */
export function readArguments(args: readonly string[]): Arguments {
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined) {
    throw new ArgumentsError(`Unknown argument "${unknown}". The only argument is --demo.`);
  }
  return { isDemo: args.length > 0 };
}
