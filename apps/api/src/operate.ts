import { repair } from '@skein/db/repair';
import { openInstance } from './open-instance.ts';
import type { OpenInstance } from './open-instance.ts';
import { createAdminRepository } from './operations/admin/admin.repository.ts';
import type { AdminContext } from './operations/admin/command.ts';
import { runAdmin } from './operations/admin/run-admin.ts';
import { OperationError } from './operations/operation-error.ts';
import { systemClock } from './shared/clock.ts';
import { explainStartFailure } from './start-failure.ts';

/** `admin`, for one, and what follows it on the command line. */
const [operation = '', ...args] = process.argv.slice(2);

const operations: Record<string, () => Promise<string[]>> = {
  admin: () => runAdmin(args, (work) => withInstance((instance) => work(toContext(instance)))),
};

try {
  const lines = await operations[operation]?.();
  for (const line of lines ?? []) process.stdout.write(`${line}\n`);
  process.exitCode = 0;
} catch (error) {
  const words = error instanceof OperationError ? error.message : explainStartFailure(error);
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
}

async function withInstance<Result>(
  work: (instance: OpenInstance) => Promise<Result>,
): Promise<Result> {
  const instance = await openInstance(process.env, { prepare: true });
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}

function toContext({ env, database, databaseUrl }: OpenInstance): AdminContext {
  return {
    database,
    repository: createAdminRepository(database),
    clock: systemClock,
    publicUrl: env.publicUrl,
    bcryptCost: env.bcryptCost,
    repair: () => repair(databaseUrl),
  };
}
