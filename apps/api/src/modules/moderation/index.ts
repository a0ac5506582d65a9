import type { Database } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { createReport } from './create-report.ts';
import { createReportsRepository } from './reports.repository.ts';

export { moderationRoutes } from './moderation.routes.ts';

export type ModerationModule = ReturnType<typeof createModerationModule>;

interface Dependencies {
  database: Database;
  clock: Clock;
}

export function createModerationModule({ database, clock }: Dependencies) {
  const reports = createReportsRepository(database);

  return {
    report: (viewer: Viewer, input: Parameters<typeof createReport>[2]) =>
      createReport({ database, clock, reports }, viewer, input),
  };
}
