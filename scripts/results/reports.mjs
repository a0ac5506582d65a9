import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../launcher/project.mjs';

const reportsDir = 'reports';
/** @type {Readonly<Record<string, string>>} */
const fileNames = {
  test: 'vitest.json',
  'test:long': 'long.json',
  'test:process': 'process.json',
  'test:e2e': 'playwright.json',
};

/** Tasks that write a report. */
export const reportingTasks = Object.keys(fileNames);

/**
 * Deletes reports of earlier runs, so that a task without a new report fails.
 *
 * @param {readonly string[]} packageDirs relative to the checkout
 */
export function removeReports(packageDirs) {
  for (const dir of packageDirs) {
    rmSync(join(rootDir, dir, reportsDir), { recursive: true, force: true });
  }
}

/**
 * @param {string} packageDir relative to the checkout
 * @param {string} task
 * @returns {unknown} the report of a package's test task, `undefined` if missing
 */
export function readReport(packageDir, task) {
  const name = fileNames[task];
  if (!name) return undefined;
  try {
    return JSON.parse(readFileSync(join(rootDir, packageDir, reportsDir, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string | undefined} logFile relative to the checkout
 * @returns {string} output of a task, if available
 */
export function readLog(logFile) {
  const path = logFile && join(rootDir, logFile);
  return path && existsSync(path) ? readFileSync(path, 'utf8') : '';
}
