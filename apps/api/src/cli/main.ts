import type { OpenInstance } from './open-instance.ts';
import type { AdminContext } from './admin/command.ts';
import {
  describeBackup,
  describeBackupResult,
  describeRestore,
  readBackupTarget,
  readFileArgument,
} from './backup/command-line.ts';
import { OperationError } from './operation-error.ts';
import { systemClock } from '../platform/clock.ts';

// Everything else is imported only by the operation that needs it, because loading it takes most of the time.

/** The operation, such as `admin`, and its arguments. */
const [operation = '', ...args] = process.argv.slice(2);

const operations: Record<string, () => Promise<string[]>> = {
  backup: () => backup(args),
  restore: () => restore(args),
  admin: () => admin(args),
  migrate: () => migrate(args),
};

// On a signal, closing the instance stops an embedded database and makes the operation fail.
let openedInstance: OpenInstance | undefined;
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(name, () => void openedInstance?.close().catch(() => undefined));
}

try {
  for (const line of await (operations[operation] ?? showUsage)())
    process.stdout.write(`${line}\n`);
  process.exitCode = 0;
} catch (error) {
  process.stderr.write(`${await describeError(error)}\n`);
  process.exitCode = 1;
}
// Everything is closed. After migrations, such as those of a restore, a timer of Prisma's schema engine
// would keep the process alive for up to ten seconds.
process.exit();

function showUsage(): Promise<string[]> {
  const usage = `Usage: skein ${Object.keys(operations).join('|')} …; see <operation> --help.`;
  if (['', '--help', '-h', 'help'].includes(operation)) return Promise.resolve([usage]);
  throw new OperationError(`Unknown command ${operation}. ${usage}`);
}

async function describeError(error: unknown): Promise<string> {
  if (error instanceof OperationError) return error.message;
  const { describeStartupError } = await import('../server/startup-error.ts');
  return describeStartupError(error);
}

async function admin(operationArgs: readonly string[]): Promise<string[]> {
  const { runAdmin } = await import('./admin/run-admin.ts');
  return runAdmin(operationArgs, (work) =>
    withInstance((instance) => administrate(instance, work)),
  );
}

async function backup(operationArgs: readonly string[]): Promise<string[]> {
  const target = readBackupTarget(operationArgs, process.stdout);
  if (target === undefined) return describeBackup();
  const [{ withSnapshot }, { makeBackup }] = await Promise.all([
    import('@skein/db/backup'),
    import('./backup/make-backup.ts'),
  ]);
  return withInstance(async ({ database, databaseUrl, mediaStore, version }) => {
    const start = performance.now();
    const result = await makeBackup(
      {
        withSnapshot: (work) => withSnapshot(databaseUrl, work),
        mediaStore,
        clock: systemClock,
        version,
      },
      target,
    );
    const { recordBackup } = await import('../modules/monitoring/index.ts');
    await recordBackup(database, performance.now() - start, systemClock.now());
    const lines = describeBackupResult(target, result);
    if (typeof target === 'string') return lines;
    // Standard output contains only the archive.
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
    return [];
  });
}

async function restore(operationArgs: readonly string[]): Promise<string[]> {
  const file = readFileArgument(operationArgs);
  if (file === undefined) return describeRestore();
  const [{ requireKnown, restoreDatabase }, { verifyArchive }, { restoreBackup }] =
    await Promise.all([
      import('@skein/db/backup'),
      import('./backup/read-archive.ts'),
      import('./backup/restore-backup.ts'),
    ]);
  // Verify the archive before creating or opening anything.
  const header = await verifyArchive(file);
  requireKnown(header.migrations);
  const { mediaFiles } = await withInstance(
    ({ databaseUrl, mediaStore }) =>
      restoreBackup(
        {
          restoreDatabase: ({ migrations, tables }, load) =>
            restoreDatabase(databaseUrl, { migrations, tables }, load),
          mediaStore,
        },
        { file, header },
      ),
    { prepare: false },
  );
  return [`Restored the instance as of ${header.createdAt}, with ${mediaFiles} media files.`];
}

/** Servers migrate when they start. This does it before, such as in a job of Kubernetes. */
async function migrate(operationArgs: readonly string[]): Promise<string[]> {
  if (operationArgs.length > 0) {
    const usage = 'Usage: skein migrate';
    if (['--help', '-h'].includes(operationArgs.join(' '))) return [usage];
    throw new OperationError(usage);
  }
  // Opening the instance migrates it.
  return withInstance(({ version }) =>
    Promise.resolve([`The database has the schema of version ${version}.`]),
  );
}

async function withInstance<Result>(
  work: (instance: OpenInstance) => Promise<Result>,
  options = { prepare: true },
): Promise<Result> {
  const [{ openInstance }, { readEnv }] = await Promise.all([
    import('./open-instance.ts'),
    import('../platform/config/env.ts'),
  ]);
  openedInstance = await openInstance(readEnv(process.env), options);
  try {
    return await work(openedInstance);
  } finally {
    await openedInstance.close();
  }
}

/** Runs a command with the modules of the server, and waits for the emails that it sends. */
async function administrate(
  { env, database, databaseUrl, dataDirectory }: OpenInstance,
  work: (context: AdminContext) => Promise<string[]>,
): Promise<string[]> {
  const [
    { createServices },
    { toInstanceSettings, toRelay },
    { createLogger },
    { noMetrics },
    { reindex, repair },
  ] = await Promise.all([
    import('../server/composition-root.ts'),
    import('../server/instance-settings.ts'),
    import('../platform/logger.ts'),
    import('../platform/metrics.ts'),
    import('@skein/db/repair'),
  ]);
  const settings = await toInstanceSettings(env, {
    database,
    databaseUrl,
    databaseDirectUrl: databaseUrl,
    // Running servers get the signals of the command.
    relay: toRelay(env),
    logger: createLogger({ level: 'error', destination: process.stderr }),
    dataDirectory,
    metrics: noMetrics,
  });
  const services = await createServices(settings);
  await services.siteSettings.load();
  try {
    return await work({
      ...settings,
      ...services,
      sendTestEmail: (email) => services.emailSender.sendTest(email),
      repair: () => repair(databaseUrl),
      reindex: () => reindex(databaseUrl),
    });
  } finally {
    await services.emailSender.stop();
    await services.rateLimiter.stop();
    await services.bus.stop();
  }
}
