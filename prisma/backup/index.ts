export { BackupError } from './errors.ts';
export { requireKnown } from './prepare-schema.ts';
export { restoreDatabase } from './restore.ts';
export type { CopyIn } from './restore.ts';
export { withSnapshot } from './snapshot.ts';
export type { AppliedMigration, Snapshot } from './snapshot.ts';
export type { BackedUpTable } from './tables.ts';
