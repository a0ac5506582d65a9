import { reindex, repair } from '@skein/db/repair';
import type { AdminContext } from '../../src/cli/admin/command.ts';
import { runAdmin } from '../../src/cli/admin/run-admin.ts';
import type { TestApi } from '../support/api.ts';

/** What the commands use on a test instance. */
export function toContext(
  { services, databaseUrl }: TestApi,
  overrides: Partial<AdminContext> = {},
): AdminContext {
  return {
    ...services.settings,
    ...services,
    sendTestEmail: (email) => services.emailSender.sendTest(email),
    repair: () => repair(databaseUrl),
    reindex: () => reindex(databaseUrl),
    ...overrides,
  };
}

/** Runs an admin command on a test instance and returns the lines that it prints. */
export function runAdminOn(
  api: TestApi,
  args: readonly string[],
  overrides: Partial<AdminContext> = {},
): Promise<string[]> {
  return runAdmin(args, (work) => work(toContext(api, overrides)));
}

/** The entries of the audit log about a target, the oldest first. */
export function listActionsOn(api: TestApi, targetId: string | null) {
  return api.database.auditEntry.findMany({
    where: { targetId },
    orderBy: { id: 'asc' },
    select: { action: true, actorId: true, details: true },
  });
}
