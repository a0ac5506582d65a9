import { toUploadLimits } from '@skein/contracts/upload-limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Clock } from '../../platform/clock.ts';
import type { MediaLocation } from '../../platform/config/media-location.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { Announcements } from './announcements.ts';
import { createDiskProbe } from './disk-probe.ts';
import type { DiskFailure, ProbedFolder } from './disk-probe.ts';
import { pingDatabase } from './instance.queries.ts';
import { createInstancePages } from './instance-pages.ts';
import type { SiteSettingsStore } from './site-settings.ts';
import { readPublicStats } from './public-stats.queries.ts';
import type { PublicStats } from './public-stats.queries.ts';

const statsMaxAgeMs = 10 * 60 * 1000;

export type InstanceModule = ReturnType<typeof createInstanceModule>;

interface InstanceModuleOptions {
  database: Database;
  clock: Clock;
  dataDirectory: string;
  mediaLocation: MediaLocation;
  version: string;
  siteSettings: SiteSettingsStore;
  announcements: Announcements;
  /** Lower case. The owners of these addresses are administrators regardless of their role. */
  adminEmails: readonly string[];
  /** Undefined where the built-in terms apply. */
  termsText: string | undefined;
}

export function createInstanceModule(options: InstanceModuleOptions) {
  const getPublicStats = createPublicStats(options);
  const probeDisk = createDiskProbe(listProbedFolders(options));
  return {
    getHealth: () => Promise.resolve({ status: 'ok' as const, version: options.version }),

    /** Up to ten minutes old. */
    getPublicStats,

    pages: createInstancePages(options),

    announcements: options.announcements,

    async describe() {
      const settings = options.siteSettings.current();
      const { name, description, contactEmail, addressDays } = settings;
      const { activeUsers: _, ...stats } = await getPublicStats();
      const { maxBytes, formats } = toUploadLimits(settings);
      return {
        name,
        description,
        contactEmail,
        version: options.version,
        ...stats,
        addressDays,
        uploads: { maxBytes, formats: [...formats] },
      };
    },

    /**
     * Requests are accepted only after the migrations, so only the database and disks are checked.
     * @throws UnavailableError
     */
    async getReadiness() {
      try {
        await pingDatabase(options.database);
      } catch (cause) {
        throw new UnavailableError('error.databaseSilent', { cause });
      }
      const failure = await probeDisk();
      if (failure !== null) throw describeDiskFailure(failure);
      return { status: 'ready' as const };
    },
  };
}

function createPublicStats({
  database,
  clock,
  adminEmails,
}: Pick<InstanceModuleOptions, 'database' | 'clock' | 'adminEmails'>) {
  let read: { at: number; stats: Promise<PublicStats> } | undefined;
  return (): Promise<PublicStats> => {
    const now = clock.now();
    const at = now.getTime();
    if (read === undefined || at - read.at >= statsMaxAgeMs) {
      const stats = readPublicStats(database, { now, adminEmails });
      const current = { at, stats };
      read = current;
      stats.catch(() => {
        if (read === current) read = undefined;
      });
    }
    return read.stats;
  };
}

function listProbedFolders({
  dataDirectory,
  mediaLocation,
}: InstanceModuleOptions): ProbedFolder[] {
  const data: ProbedFolder = { name: 'error.label.dataDirectory', directory: dataDirectory };
  if (mediaLocation.kind === 'bucket') return [data];
  const { directory } = mediaLocation;
  return [data, { name: 'error.label.mediaFolder', directory, isCreatedOnDemand: true }];
}

function describeDiskFailure(failure: DiskFailure): UnavailableError {
  if (failure.kind === 'stuck') {
    return new UnavailableError(withValues('error.diskStuck', { label: failure.name }));
  }
  const { name, cause } = failure;
  return new UnavailableError(
    withValues('error.diskRejectsWrites', { label: name, reason: reasonOf(cause) }),
    { cause },
  );
}

/** The system's error code, such as ENOSPC, which names neither a path nor a user. */
function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
