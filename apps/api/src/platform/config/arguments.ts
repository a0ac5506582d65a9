/** What is wrong with the command line, in one sentence. */
export class ArgumentsError extends Error {}

export interface Arguments {
  /** Fill the empty instance with people and threads to look at. */
  isDemo: boolean;
}

/** @throws ArgumentsError for anything that is not known. */
export function readArguments(args: readonly string[]): Arguments {
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined) {
    throw new ArgumentsError(`The argument "${unknown}" is not known; the only one is --demo.`);
  }
  return { isDemo: args.length > 0 };
}
