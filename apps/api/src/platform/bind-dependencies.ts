type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (
    deps: never,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Gives use cases their dependencies, so that a module is a plain list of them. */
export function bindDependencies<
  Deps,
  Functions extends Record<string, (deps: Deps, ...args: never[]) => unknown>,
>(deps: Deps, functions: Functions): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, run]) => [name, run.bind(null, deps)]);
  // Object.fromEntries loses the types of the entries.
  return Object.fromEntries(bound) as Bound<Functions>;
}
