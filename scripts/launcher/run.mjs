import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { projectEnv, rootDir } from './project.mjs';

/** After this time a step shows its output. */
const outputDelayMs = 20_000;
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
/** A function, because the value changes while a step runs. */
const isStopping = () => isStopRequested;

/**
 * Handles stop signals from the beginning, also between steps: ends the running step and starts no
 * other.
 *
 * Ctrl-C sends SIGINT to the child from the terminal and to this process from the terminal and npm.
 * Forward it once as SIGTERM, because many programs exit at once on a second SIGINT.
 */
function requestStop() {
  if (isStopRequested) return;
  isStopRequested = true;
  if (children.size === 0) process.exit(stoppedCode);
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of stopSignals) process.on(signal, requestStop);

// npm sends SIGTERM to its shell, which exits without forwarding it.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  if (isOrphan()) requestStop();
  setInterval(() => {
    if (process.ppid !== parent) requestStop();
  }, parentPollMs).unref();
}

/**
 * Whether the shell exited before this module was loaded: then init is the parent. In a container,
 * process 1 may also be npm or the shell itself.
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
 * Runs a command in the checkout with inherited stdio.
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
 * Runs a setup step: prints its title, and its output only if it is slow or fails.
 *
 * @param {string} title empty for a step that is not announced
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runStep(title, command, args, options = {}) {
  if (isStopping()) return false;
  // Standard output is reserved for the command, for example a backup.
  if (title !== '') console.error(title);
  const child = spawn(command, args, {
    cwd: rootDir,
    env: projectEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  const output = bufferOutput(child);
  const timer = setTimeout(output.show, outputDelayMs);
  const code = await waitFor(child);
  clearTimeout(timer);
  if (isStopping()) return false;
  if (code === 0) return true;
  output.show();
  console.error(`Failed with exit code ${code}: ${[command, ...args].join(' ')}`);
  return false;
}

/**
 * Buffers the output of a child until `show` is called, then forwards it.
 *
 * @param {ChildProcess} child
 */
function bufferOutput(child) {
  /** @type {Buffer[]} */
  const chunks = [];
  let shown = false;
  const receive = (/** @type {Buffer} */ chunk) => {
    if (shown) process.stderr.write(chunk);
    else chunks.push(chunk);
  };
  child.stdout?.on('data', receive);
  child.stderr?.on('data', receive);
  const show = () => {
    if (!shown) process.stderr.write(Buffer.concat(chunks));
    shown = true;
  };
  return { show };
}
