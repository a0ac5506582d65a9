import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Lines of output in an error message. */
const linesMax = 40;

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** Runs a command in this terminal. Throws on a nonzero exit code. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<void> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  await expectSuccess(command, once(child, 'close'));
}

/** Runs a command and returns its trimmed output. */
export async function read(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await expectSuccess(command, once(child, 'close'), async () =>
    (await output).join('\n').split('\n').slice(-linesMax).join('\n'),
  );
  return (await output)[0].trim();
}

/** Whether a command exists and succeeds. Ignores its output. */
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

/** Waits for the end of a child process. Throws on a nonzero exit code. */
export async function expectSuccess(
  command: readonly string[],
  closed: Promise<unknown[]>,
  explain: () => Promise<string> = () => Promise.resolve(''),
): Promise<void> {
  const [code] = await closed;
  if (code === 0) return;
  throw new Error(
    `${command.join(' ')} exited with code ${String(code)}\n${await explain()}`.trim(),
  );
}
