import { runCleanups, start } from '../../../src/server/run-server.ts';
import type { Cleanup } from '../../../src/server/start-instance.ts';
import { describeStartupError } from '../../../src/server/startup-error.ts';

/**
 * Starts a server in this process, because loading it again takes longer than the test, and returns the message
 * of the failure. `start.test.ts` tests that a server process prints it and ends with exit code 1.
 */
export async function failStart(env: Record<string, string>): Promise<string> {
  const cleanups: Cleanup[] = [];
  const options = {
    args: { isDemo: false },
    variables: { PORT: '0', LOG_LEVEL: 'fatal', ...env },
    signal: new AbortController().signal,
  };
  const message = await start(options, cleanups).then(() => undefined, describeStartupError);
  const failures = await runCleanups(cleanups);
  if (failures.length > 0) throw new AggregateError(failures, 'The start was not reverted.');
  if (message === undefined) throw new Error('The server has started.');
  return message;
}
