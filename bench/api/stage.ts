import { volumePassword, type VolumeLandmarks } from '@skein/db/seed/volume';
import type { QueryResultRow } from 'pg';
import { signIn, type ApiClient } from './api-client.ts';
import { queryDatabase } from './volume-database.ts';

export interface User {
  id: string;
  email: string;
  username: string;
}

/** A signed-in user. */
export interface Reader extends User {
  client: ApiClient;
}

/** Input for the preparation of cases: one server and its database. */
export interface Stage {
  landmarks: VolumeLandmarks;
  query<Row extends QueryResultRow>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Signs in the users that a statement selects by `id`, each once. */
  signInWhere(condition: string, parameters?: readonly unknown[]): Promise<Reader[]>;
  /** Public users who each follow about 100 users. */
  readers(options?: { skip?: number }): Promise<Reader[]>;
}

const readersMax = 200;
const usualFollowees = 100;
const signInsAtOnce = 8;

export function createStage(
  origin: string,
  databaseUrl: string,
  landmarks: VolumeLandmarks,
): Stage {
  const signedIn = new Map<string, Promise<Reader>>();
  const enter = (user: User) => {
    const reader =
      signedIn.get(user.id) ??
      signIn(origin, { email: user.email, password: volumePassword }).then((client) => ({
        ...user,
        client,
      }));
    signedIn.set(user.id, reader);
    return reader;
  };
  const stage: Stage = {
    landmarks,
    query: (text, parameters) => queryDatabase(databaseUrl, text, parameters),
    async signInWhere(condition, parameters) {
      const users = await stage.query<User & QueryResultRow>(
        `SELECT u.id, u.email, u.username FROM users u ${condition}`,
        parameters,
      );
      const readers: Reader[] = [];
      for (let from = 0; from < users.length; from += signInsAtOnce) {
        readers.push(...(await Promise.all(users.slice(from, from + signInsAtOnce).map(enter))));
      }
      return readers;
    },
    readers: ({ skip = 0 } = {}) =>
      stage.signInWhere(
        `WHERE NOT is_private AND threads_count > 0
         ORDER BY abs(following_count - $1), id LIMIT $2 OFFSET $3`,
        [usualFollowees, readersMax, skip],
      ),
  };
  return stage;
}
