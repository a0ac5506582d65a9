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
import { readActivity, readPublicStats } from './public-stats.queries.ts';

const statsMaxAgeMs = 10 * 60 * 1000;
const activityMaxAgeMs = 60 * 60 * 1000;

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
  const { database, clock, adminEmails } = options;
  const getPublicStats = cacheResult(clock, statsMaxAgeMs, (now) =>
    readPublicStats(database, { now, adminEmails }),
  );
  const getActivity = cacheResult(clock, activityMaxAgeMs, (now) => readActivity(database, now));
  const probeDisk = createDiskProbe(listProbedFolders(options));
  return {
    getHealth: () => Promise.resolve({ status: 'ok' as const, version: options.version }),

    /** Up to ten minutes old. */
    getPublicStats,
    /** Up to an hour old. */
    getActivity,

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

/** Reads at most once in `maxAgeMs`. A failed read is repeated by the next call. */
function cacheResult<Result>(
  clock: Clock,
  maxAgeMs: number,
  read: (now: Date) => Promise<Result>,
): () => Promise<Result> {
  let latest: { at: number; result: Promise<Result> } | undefined;
  return () => {
    const now = clock.now();
    const at = now.getTime();
    if (latest === undefined || at - latest.at >= maxAgeMs) {
      const current = { at, result: read(now) };
      latest = current;
      current.result.catch(() => {
        if (latest === current) latest = undefined;
      });
    }
    return latest.result;
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
    withValues('error.diskRejectsWrites', { label: name, reason: getReason(cause) }),
    { cause },
  );
}

/** The system's error code, such as ENOSPC, which names neither a path nor a user. */
function getReason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
