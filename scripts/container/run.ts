import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** So much of the end of what it printed tells why a command failed. */
const shownLines = 40;

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** Runs a command with this terminal as its own. Throws unless it ends well. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<void> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  await expectSuccess(command, once(child, 'close'));
}

/** Runs a command and gives what it printed, without white space around it. */
export async function read(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await expectSuccess(command, once(child, 'close'), async () =>
    (await output).join('\n').split('\n').slice(-shownLines).join('\n'),
  );
  return (await output)[0].trim();
}

/** Whether a command can be started and ends well; what it prints is thrown away. */
export async function succeeds(
  command: readonly string[],
  options: RunOptions = {},
): Promise<boolean> {
  try {
    await read(command, options);
    return true;
  } catch {
    return false;
  }
}

/** Waits for the `close` of a child; throws unless it ended well. */
export async function expectSuccess(
  command: readonly string[],
  closed: Promise<unknown[]>,
  explain: () => Promise<string> = () => Promise.resolve(''),
): Promise<void> {
  const [code] = await closed;
  if (code === 0) return;
  throw new Error(`${command.join(' ')} ended with ${String(code)}\n${await explain()}`.trim());
}
