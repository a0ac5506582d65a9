import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectEnv, rootDir } from './project.mjs';

/** A step that is still busy after this long starts to show what it prints. */
const quietMs = 20_000;
const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const parentPollMs = 500;

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean }} RunOptions
 */

/**
 * Waits for a child and asks it to stop when this process is asked to.
 *
 * One Ctrl-C reaches the child from the terminal, and this process from the terminal and from npm.
 * The child is therefore told once, and with SIGTERM: a second SIGINT means "at once" to many.
 *
 * @param {ChildProcess} child
 * @returns {Promise<number>} its exit code, 128 + n if signal n ended it
 */
function waitFor(child) {
  return new Promise((resolve, reject) => {
    let asked = false;
    const ignoreStops = onStop(() => {
      if (!asked) child.kill('SIGTERM');
      asked = true;
    });
    child.once('error', (error) => {
      ignoreStops();
      reject(error);
    });
    child.once('close', (code, signal) => {
      ignoreStops();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Calls `stop` for every signal that ends a process, and when npm goes away: npm passes SIGTERM to
 * the shell it started us in, and that dies of it without a word to us.
 *
 * @param {() => void} stop
 * @returns {() => void} ends it
 */
function onStop(stop) {
  for (const signal of stopSignals) process.on(signal, stop);
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) stop();
  }, parentPollMs);
  return () => {
    clearInterval(poll);
    for (const signal of stopSignals) process.off(signal, stop);
  };
}

/**
 * Runs a command in the checkout with this terminal as its own.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function run(command, args, options = {}) {
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
  if (title !== '') console.log(title);
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
