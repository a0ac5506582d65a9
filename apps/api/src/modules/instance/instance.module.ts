import type { Database } from '@skein/db';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MediaLocation } from '../../platform/config/media-location.ts';
import type { Announcements } from './announcements.ts';
import { cacheResult } from './cache-result.ts';
import { describeInstance } from './describe-instance.ts';
import { createReadinessProbe, getReadiness } from './get-readiness.ts';
import { createInstancePages } from './instance-pages.ts';
import { readActivity, readPublicStats } from './public-stats.queries.ts';
import type { SiteSettingsStore } from './site-settings.ts';

const statsMaxAgeMs = 10 * minuteMs;
const activityMaxAgeMs = hourMs;

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
  const { database, clock, adminEmails, siteSettings, version } = options;
  const getPublicStats = cacheResult(clock, statsMaxAgeMs, (now) =>
    readPublicStats(database, { now, adminEmails }),
  );
  const getActivity = cacheResult(clock, activityMaxAgeMs, (now) => readActivity(database, now));
  const probeDisk = createReadinessProbe(options);
  return {
    getHealth: () => Promise.resolve({ status: 'ok' as const, version }),
    getReadiness: () => getReadiness({ database, probeDisk }),
    describe: () => describeInstance({ siteSettings, version, getPublicStats }),
    /** Up to ten minutes old. */
    getPublicStats,
    /** Up to an hour old. */
    getActivity,
    pages: createInstancePages(options),
    announcements: options.announcements,
  };
}
