// `npm run test:soak`, or `npm run test:soak -- MINUTES`: runs the long variants of the reliability
// tests, each with its own time limit, the tests with programs of others, and then MINUTES (default 60)
// under a steady load.
import { join } from 'node:path';
import { install } from './launcher/install.mjs';
import { nodePath, projectEnv, rootDir } from './launcher/project.mjs';
import { run } from './launcher/run.mjs';
import { turboRun } from './launcher/turbo.mjs';

const longer = {
  ANIMATION_SIDE: '707',
  CUT_ROUNDS: '40',
  FAILOVER_ROUNDS: '10',
  FUZZ_REQUESTS: '20000',
  KILL_ROUNDS: '50',
  TIME_FACTOR: '1',
};
const [minutes = '60'] = process.argv.slice(2);

const isReady = (await install()) && (await run(...turboRun(['generate']))) === 0;
const failed = isReady ? (await runSuites()) + (await runLoad()) : 1;
process.exitCode = failed === 0 ? 0 : 1;

function runSuites() {
  const vitest = join(rootDir, 'apps/api/node_modules/vitest/vitest.mjs');
  const cwd = join(rootDir, 'apps/api');
  const env = { ...projectEnv(), ...longer };
  return run(nodePath, [vitest, 'run', 'test/reliability', 'test/programs'], { cwd, env });
}

function runLoad() {
  return run(nodePath, [join(rootDir, 'bench/soak/main.ts'), '--minutes', minutes]);
}
