/**
 * How the user calls an operation: as an npm script in a checkout, or as `skein` in the Docker image.
 */
export function commandName(operation: string): string {
  // npm sets this to the name of the running script.
  const script = process.env['npm_lifecycle_event'];
  return script === operation ? `npm run ${operation} --` : `skein ${operation}`;
}

/** True when npm prints the script's name to standard output before the output of the script. */
export function doesNpmPrintScriptName(): boolean {
  const { env } = process;
  const isNpm = env['npm_config_user_agent']?.startsWith('npm/') ?? false;
  return isNpm && env['npm_config_loglevel'] !== 'silent';
}
