import { Prisma } from '@skein/db';

const { sql } = Prisma;

/**
 * Selects a `StoredConversion` as JSON for a row of `media`; null for a video that is not being
 * converted. The subquery is executed only for videos.
 */
export function selectConversion(media: Prisma.Sql): Prisma.Sql {
  return sql`
    CASE WHEN ${media}.type = 'video' THEN (
      SELECT json_build_object('percent', conversion.percent, 'isPlayable', conversion.is_playable)
      FROM video_conversions conversion
      WHERE conversion.media_id = ${media}.id AND conversion.replaced_file_name IS NULL) END`;
}

/** Whether browsers play a row of `media`. False for some videos until they are converted. */
export function isPlayable(media: Prisma.Sql): Prisma.Sql {
  return sql`
    NOT (${media}.type = 'video' AND EXISTS (
      SELECT FROM video_conversions conversion
      WHERE conversion.media_id = ${media}.id AND NOT conversion.is_playable
        AND conversion.replaced_file_name IS NULL))`;
}
