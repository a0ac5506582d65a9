import type { Client } from 'pg';

export interface VolumeReader {
  id: string;
  email: string;
}

/** Users and threads that benchmarks and plan tests use. */
export interface VolumeLandmarks {
  /** Follows 100 users, mostly popular ones. */
  typical: VolumeReader;
  /** Follows 1,000 (or a quarter of all). */
  wide: VolumeReader;
  /** Follows only 100 users without recent threads. */
  silent: VolumeReader;
  /** Follows 100, mutes 50 and blocks 20 users. */
  hiding: VolumeReader;
  /** A root with about 1,000 direct replies, and one with about 100 (fewer in a small seed). */
  mostAnsweredThreadId: string;
  wellAnsweredThreadId: string;
  /** Recent public threads. */
  recentThreadIds: string[];
  /** Username of a popular user, to mention. */
  mentionableUsername: string;
}

interface LandmarkRow {
  readers: VolumeReader[];
  most_replied: string;
  well_replied: string;
  recent: string[];
  mentionable: string;
}

const landmarksQuery = `
  SELECT
    (SELECT jsonb_agg(jsonb_build_object('id', id, 'email', email) ORDER BY number)
     FROM (SELECT id, email, split_part(username, '.', 3)::int AS number FROM users) AS numbered
     WHERE number BETWEEN $1 AND $1 + 3) AS readers,
    (SELECT id FROM threads ORDER BY replies_count DESC, id LIMIT 1) AS most_replied,
    (SELECT id FROM threads ORDER BY abs(replies_count - 100), id LIMIT 1) AS well_replied,
    (SELECT array_agg(id) FROM (
      SELECT t.id FROM threads t JOIN users a ON a.id = t.author_id
      WHERE t.parent_id IS NULL AND NOT a.is_private
      ORDER BY t.id DESC LIMIT 200) AS latest) AS recent,
    (SELECT username FROM users ORDER BY followers_count DESC, id LIMIT 1) AS mentionable`;

/** Finds the special users and threads of a seeded database. */
export async function findLandmarks(client: Client, usersCount: number): Promise<VolumeLandmarks> {
  const firstReader = Math.floor(usersCount / 20) * 10;
  const { rows } = await client.query<LandmarkRow>(landmarksQuery, [firstReader]);
  const [row] = rows;
  const [typical, wide, silent, hiding] = row?.readers ?? [];
  if (row === undefined || !typical || !wide || !silent || !hiding) {
    throw new Error('This database was not created by the volume seed.');
  }
  return {
    typical,
    wide,
    silent,
    hiding,
    mostAnsweredThreadId: row.most_replied,
    wellAnsweredThreadId: row.well_replied,
    recentThreadIds: row.recent,
    mentionableUsername: row.mentionable,
  };
}
