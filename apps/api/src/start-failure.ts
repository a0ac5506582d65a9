import { BackupError } from '@skein/db/backup';
import { EmbeddedPostgresError } from '@skein/db/embedded';
import { MigrationError } from '@skein/db/migrate';
import { ArgumentsError } from './config/arguments.ts';
import { ConfigurationError } from './config/env.ts';
import { MediaStoreError } from './modules/media/index.ts';

const systemSentences: Record<string, string> = {
  EADDRINUSE: 'The port is taken by another program. Set PORT to a free one.',
  EADDRNOTAVAIL: 'This machine does not have the address in HOST.',
  EACCES: 'Something may not be written or listened to. Check DATA_DIR and PORT.',
  ENOSPC: 'The disk that DATA_DIR lies on is full.',
  ECONNREFUSED: 'The database in DATABASE_URL does not answer.',
  ENOTFOUND: 'The host in DATABASE_URL is not known.',
  '28P01': 'The database refuses the password in DATABASE_URL.',
  '28000': 'The database refuses the user in DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist.',
};

/** Their message is a sentence for the person who started it. */
const plainErrors = [ArgumentsError, BackupError, MigrationError, EmbeddedPostgresError, MediaStoreError];

/** For the person who started it: a sentence for what they can mend, all there is for the rest. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is wrong.\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  if (plainErrors.some((plain) => error instanceof plain)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return systemSentences[code] ?? error.stack ?? error.message;
}
