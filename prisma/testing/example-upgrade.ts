import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsDirectory, readMigrations } from '../migration/files.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

/** Migrations as a next release would add them. */
export const exampleDirectory = join(import.meta.dirname, 'example-upgrade');

export interface ExampleUpgrade {
  /** Contains all migrations and the example. */
  directory: string;
  /** The names of the example's migrations. */
  names: string[];
  remove: () => void;
}

/** Prepares the migrations of a next release, for tests of an upgrade while this release runs. */
export function prepareExampleUpgrade(): ExampleUpgrade {
  const directory = makeTemporaryDirectory('skein-upgrade-');
  for (const source of [migrationsDirectory, exampleDirectory]) {
    cpSync(source, directory, { recursive: true });
  }
  const names = readMigrations(exampleDirectory).map(({ name }) => name);
  return { directory, names, remove: () => rmSync(directory, { recursive: true }) };
}
