import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { projectEnv, rootDir } from './project.mjs';

/** A step that is still busy after this long starts to show what it prints. */
const quietMs = 20_000;
const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const parentPollMs = 500;
const stoppedCode = 128 + constants.signals.SIGTERM;

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean }} RunOptions
 */

/** @type {Set<ChildProcess>} */
const children = new Set();
let isStopRequested = false;
/** A function, as it may change while a step runs. */
const isStopping = () => isStopRequested;

/**
 * From the first moment on, also between two steps: a stop ends the step that runs, and no other
 * begins.
 *
 * One Ctrl-C reaches the child from the terminal, and this process from the terminal and from npm.
 * The child is therefore told once, and with SIGTERM: a second SIGINT means "at once" to many.
 */
function requestStop() {
  if (isStopRequested) return;
  isStopRequested = true;
  if (children.size === 0) process.exit(stoppedCode);
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of stopSignals) process.on(signal, requestStop);

// npm passes SIGTERM to the shell it started us in, and that dies of it without a word to us.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  if (isOrphan()) requestStop();
  setInterval(() => {
    if (process.ppid !== parent) requestStop();
  }, parentPollMs).unref();
}

/**
 * Whether the shell ended before this module was loaded: the init process is the parent then. In a
 * container, the first process may also be what runs the script.
 */
function isOrphan() {
  if (parent !== 1) return false;
  try {
    return !/npm|yarn|bun|deno|sh\b/.test(readFileSync('/proc/1/cmdline', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>} its exit code, 128 + n if signal n ended it
 */
function waitFor(child) {
  children.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      children.delete(child);
      reject(error);
    });
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a command in the checkout with this terminal as its own.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function run(command, args, options = {}) {
  if (isStopping()) return stoppedCode;
  return waitFor(
    spawn(command, args, { cwd: rootDir, env: projectEnv(), stdio: 'inherit', ...options }),
  );
}

/**
 * Runs one step of the set-up: a line says what it is, its own output appears only if it is slow
 * or fails.
 *
 * @param {string} title empty for a step too short to speak of
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<boolean>} whether it went well
 */
export async function runStep(title, command, args, options = {}) {
  if (isStopping()) return false;
  // Standard output belongs to the command that follows, such as a backup.
  if (title !== '') console.error(title);
  const child = spawn(command, args, {
    cwd: rootDir,
    env: projectEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  const output = holdBack(child);
  const timer = setTimeout(output.show, quietMs);
  const code = await waitFor(child);
  clearTimeout(timer);
  if (isStopping()) return false;
  if (code === 0) return true;
  output.show();
  console.error(`Failed with exit code ${code}: ${[command, ...args].join(' ')}`);
  return false;
}

/**
 * Keeps what a child prints until `show` is called; from then on it goes straight through.
 *
 * @param {ChildProcess} child
 */
function holdBack(child) {
  /** @type {Buffer[]} */
  const held = [];
  let shown = false;
  const take = (/** @type {Buffer} */ chunk) => {
    if (shown) process.stderr.write(chunk);
    else held.push(chunk);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const show = () => {
    if (!shown) process.stderr.write(Buffer.concat(held));
    shown = true;
  };
  return { show };
}
