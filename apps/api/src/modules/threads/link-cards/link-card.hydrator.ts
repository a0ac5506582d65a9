import { Prisma } from '@skein/db';

export interface LinkCardRow {
  url: string;
  title: string;
  description: string | null;
  isVideo: boolean;
  imageKey: string | null;
  imageWidth: number | null;
  imageHeight: number | null;
  imageBlurhash: string | null;
}

/**
 * Selects a `LinkCardRow` as JSON; NULL until the page was fetched. Without an id, the subquery is not executed.
 */
export function selectLinkCard(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${id} IS NOT NULL THEN (
    SELECT json_build_object('url', c.url, 'title', c.title, 'description', c.description,
      'isVideo', c.is_video, 'imageKey', c.image_key, 'imageWidth', c.image_width,
      'imageHeight', c.image_height, 'imageBlurhash', c.image_blurhash)
    FROM link_cards c WHERE c.id = ${id} AND c.title IS NOT NULL) END`;
}
