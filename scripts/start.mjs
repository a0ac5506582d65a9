// `npm start`: sets up a fresh clone and starts the server. Needs only Node.js and npm.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './launcher/install.mjs';
import { nodePath, projectEnv, rootDir } from './launcher/project.mjs';
import { run, runStep } from './launcher/run.mjs';
import { turboRun } from './launcher/turbo.mjs';

const ready = (await install()) && (await build());
process.exitCode = ready ? await serve() : 1;

function build() {
  const [command, args] = turboRun(['generate', 'build'], '--output-logs=errors-only');
  return runStep('Building what has changed…', command, args);
}

function serve() {
  const envPath = join(rootDir, '.env');
  // The default young generation grows to 128 MB with little benefit.
  const heapArgs = ['--max-semi-space-size=16'];
  const envArgs = existsSync(envPath) ? [`--env-file=${envPath}`] : [];
  const mainPath = join(rootDir, 'apps/api/src/server/main.ts');
  // By default glibc keeps memory for each thread that decoded an image.
  const env = { MALLOC_ARENA_MAX: '2', ...projectEnv() };
  return run(nodePath, [...heapArgs, ...envArgs, mainPath, ...process.argv.slice(2)], { env });
}
