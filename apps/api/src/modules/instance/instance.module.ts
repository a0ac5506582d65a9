import type { Database } from '@skein/db';
import { UnavailableError } from '../../shared/errors.ts';
import { askDatabase } from './instance.queries.ts';

export type InstanceModule = ReturnType<typeof createInstanceModule>;

export function createInstanceModule(options: { database: Database; version: string }) {
  return {
    getHealth: () => Promise.resolve({ status: 'ok' as const, version: options.version }),

    /**
     * Nobody gets here before the migrations, so what remains to be asked is the database.
     * @throws UnavailableError
     */
    async getReadiness() {
      try {
        await askDatabase(options.database);
      } catch (cause) {
        throw new UnavailableError('The database does not answer.', { cause });
      }
      return { status: 'ready' as const };
    },
  };
}
