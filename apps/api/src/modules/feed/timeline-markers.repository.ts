import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

export type MarkedTimeline = 'home' | 'notifications';

/** How far a user has read a timeline. */
export interface TimelineMarker {
  timeline: MarkedTimeline;
  lastReadId: string;
  /** Grows with each change. */
  version: number;
  updatedAt: Date;
}

export function listTimelineMarkers(
  database: Database,
  userId: string,
  timelines: readonly MarkedTimeline[],
): Promise<TimelineMarker[]> {
  return database.query(sql`
    SELECT timeline, last_read_id AS "lastReadId", version, updated_at AS "updatedAt"
    FROM timeline_markers WHERE user_id = ${userId}::uuid AND timeline = ANY(${timelines})`);
}

/** The marker that was saved last applies, also if it is at an earlier entry. */
export function saveTimelineMarker(
  database: Database,
  userId: string,
  { timeline, lastReadId }: Pick<TimelineMarker, 'timeline' | 'lastReadId'>,
): Promise<TimelineMarker[]> {
  return database.query(sql`
    INSERT INTO timeline_markers AS stored (user_id, timeline, last_read_id)
    SELECT id, ${timeline}, ${lastReadId} FROM users WHERE id = ${userId}::uuid
    ON CONFLICT (user_id, timeline) DO UPDATE
      SET last_read_id = EXCLUDED.last_read_id, version = stored.version + 1, updated_at = now()
    RETURNING timeline, last_read_id AS "lastReadId", version, updated_at AS "updatedAt"`);
}
