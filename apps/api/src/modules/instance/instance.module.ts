import type { Database } from '@skein/db';
import type { MediaLocation } from '../../platform/config/media-location.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { createDiskProbe } from './disk-probe.ts';
import type { ProbedFolder } from './disk-probe.ts';
import { askDatabase } from './instance.queries.ts';

export type InstanceModule = ReturnType<typeof createInstanceModule>;

interface InstanceModuleOptions {
  database: Database;
  dataDirectory: string;
  mediaLocation: MediaLocation;
  version: string;
  /** Undefined where the built-in terms apply. */
  termsText: string | undefined;
}

export function createInstanceModule(options: InstanceModuleOptions) {
  const probeDisk = createDiskProbe(listWrittenFolders(options));
  return {
    getHealth: () => Promise.resolve({ status: 'ok' as const, version: options.version }),

    getTerms: () => Promise.resolve({ text: options.termsText ?? null }),

    /**
     * Nobody gets here before the migrations, so what remains to be asked is the database and the disk.
     * @throws UnavailableError
     */
    async getReadiness() {
      try {
        await askDatabase(options.database);
      } catch (cause) {
        throw new UnavailableError('The database does not answer.', { cause });
      }
      const failure = await probeDisk();
      if (failure !== null) {
        const { name, cause } = failure;
        throw new UnavailableError(`${name} rejects writes${reasonOf(cause)}.`, { cause });
      }
      return { status: 'ready' as const };
    },
  };
}

function listWrittenFolders({
  dataDirectory,
  mediaLocation,
}: InstanceModuleOptions): ProbedFolder[] {
  const data = { name: 'The data directory', directory: dataDirectory };
  if (mediaLocation.kind === 'bucket') return [data];
  const { directory } = mediaLocation;
  return [data, { name: 'The media folder', directory, isMadeOnDemand: true }];
}

/** The system's code, such as ENOSPC: it names neither a path nor a user. */
function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
