import { runCleanups, start } from '../../../src/server/run-server.ts';
import type { Cleanup } from '../../../src/server/start-instance.ts';
import { describeStartupError } from '../../../src/server/startup-error.ts';

/**
 * Starts a server in this process, because loading it again takes longer than the test, and returns the message
 * of the failure. `start.test.ts` tests that a server process prints it and ends with exit code 1.
 */
export async function failStart(env: Record<string, string>): Promise<string> {
  const cleanups: Cleanup[] = [];
  const variables = { PORT: '0', LOG_LEVEL: 'fatal', ...env };
  try {
    await start(
      { args: { isDemo: false }, variables, signal: new AbortController().signal },
      cleanups,
    );
  } catch (error) {
    return describeStartupError(error);
  } finally {
    const failures = await runCleanups(cleanups);
    if (failures.length > 0) throw new AggregateError(failures, 'The start was not reverted.');
  }
  throw new Error('The server has started.');
}
