import path from 'node:path';
import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { defaultDataDir, openEmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { checkoutDirectory, readVersion } from '../../platform/config/checkout.ts';
import { prepareDataDirectory } from '../../platform/config/data-directory.ts';
import { readEnv } from '../../platform/config/env.ts';
import type { Env } from '../../platform/config/env.ts';
import { openMediaStore } from '../../modules/media/index.ts';
import type { MediaStore } from '../../modules/media/index.ts';

/** What a command works on: the instance that the environment describes, served or not. */
export interface OpenInstance {
  env: Env;
  version: string;
  databaseUrl: string;
  database: Database;
  mediaStore: MediaStore;
  close(): Promise<void>;
}

/**
 * Opens the same database and media as a server with this environment. An embedded database is the
 * running server's, or else is started until `close`.
 * @throws what `describeStartupError` has a sentence for
 */
export async function openInstance(
  environment: Readonly<Record<string, string | undefined>>,
  options: { prepare: boolean },
): Promise<OpenInstance> {
  const env = readEnv(environment);
  const dataDirectory = env.dataDirectory ?? defaultDataDir(checkoutDirectory);
  await prepareDataDirectory(dataDirectory);
  const embedded =
    env.databaseUrl === undefined
      ? await openEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined })
      : undefined;
  const databaseUrl = embedded?.url ?? env.databaseUrl ?? '';
  const database = createDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
  const close = async () => {
    await database.$disconnect();
    await embedded?.stop();
  };
  const place = env.mediaLocation ?? {
    kind: 'folder',
    directory: path.join(dataDirectory, 'media'),
  };
  const mediaStore = openMediaStore(place, env);
  try {
    if (options.prepare) await migrate(databaseUrl, { log: () => undefined });
    return { env, version: await readVersion(), databaseUrl, database, mediaStore, close };
  } catch (error) {
    await close();
    throw error;
  }
}
