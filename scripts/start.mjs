// `npm start`: sets up a fresh clone and starts the server. Needs only Node.js and npm.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './launcher/install.mjs';
import { nodePath, projectEnv, rootDir } from './launcher/project.mjs';
import { run, runStep } from './launcher/run.mjs';
import { serverEnv } from './launcher/server-process.mjs';
import { turboRun } from './launcher/turbo.mjs';

/** The server and the web app with the packages that they use. */
const productPackages = ['--filter=@skein/api...', '--filter=@skein/web...'];

const ready = (await install()) && (await build());
process.exitCode = ready ? await serve() : 1;

function build() {
  const [command, args] = turboRun(
    ['generate', 'build'],
    ...productPackages,
    '--output-logs=errors-only',
  );
  return runStep('Building what has changed…', command, args);
}

function serve() {
  const envPath = join(rootDir, '.env');
  const envArgs = existsSync(envPath) ? [`--env-file=${envPath}`] : [];
  const mainPath = join(rootDir, 'apps/api/src/server/main.ts');
  const env = { ...serverEnv, ...projectEnv() };
  return run(nodePath, [...envArgs, mainPath, ...startArgs()], { env });
}

/** npm takes options before `--` for its own and passes them as environment variables. */
function startArgs() {
  const args = process.argv.slice(2);
  const isTakenByNpm = process.env.npm_config_demo === 'true' && !args.includes('--demo');
  return isTakenByNpm ? [...args, '--demo'] : args;
}
