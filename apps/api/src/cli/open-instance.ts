import path from 'node:path';
import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { defaultDataDir, openEmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { checkoutDirectory, readVersion } from '../platform/config/checkout.ts';
import { prepareDataDirectory } from '../platform/config/data-directory.ts';
import type { Env } from '../platform/config/env.ts';
import { readDisk } from '../platform/disk-space.ts';
import { openMediaStore } from '../modules/media/index.ts';
import type { MediaStore } from '../modules/media/index.ts';

/** The instance that the settings describe, for a command. */
export interface OpenInstance {
  env: Env;
  version: string;
  /** The URL of PostgreSQL itself, not of a pooler. */
  databaseUrl: string;
  /** Absolute. */
  dataDirectory: string;
  database: Database;
  mediaStore: MediaStore;
  close(): Promise<void>;
}

/**
 * Opens the same database and media store as a server with these settings. Connects to the embedded
 * database of a running server, or starts it until `close`.
 * @throws errors for `describeStartupError`
 */
export async function openInstance(env: Env, options: { prepare: boolean }): Promise<OpenInstance> {
  const dataDirectory = env.dataDirectory ?? defaultDataDir(checkoutDirectory);
  await prepareDataDirectory(dataDirectory);
  const embedded =
    env.databaseUrl === undefined
      ? await openEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined })
      : undefined;
  const databaseUrl = embedded?.url ?? env.databaseDirectUrl ?? env.databaseUrl ?? '';
  const database = createDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
  const close = async () => {
    await database.$disconnect();
    await embedded?.stop();
  };
  const location = env.mediaLocation ?? {
    kind: 'folder',
    directory: path.join(dataDirectory, 'media'),
  };
  const mediaStore = openMediaStore(location, { ...env, readDisk });
  try {
    if (options.prepare) await migrate(databaseUrl, { log: () => undefined });
    const version = await readVersion();
    return { env, version, databaseUrl, dataDirectory, database, mediaStore, close };
  } catch (error) {
    await close();
    throw error;
  }
}
