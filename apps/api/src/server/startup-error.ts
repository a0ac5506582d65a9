import { BackupError } from '@skein/db/backup';
import { EmbeddedPostgresError } from '@skein/db/embedded';
import { MigrationError } from '@skein/db/migrate';
import { ArgumentsError } from '../platform/config/arguments.ts';
import { ConfigurationError } from '../platform/config/env.ts';
import { MediaStoreError } from '../modules/media/index.ts';

const systemSentences: Record<string, string> = {
  EADDRINUSE: 'The port is taken by another program. Set PORT to a free one.',
  EADDRNOTAVAIL: 'This machine does not have the address in HOST.',
  EACCES: 'Something may not be written or listened to. Check DATA_DIR and PORT.',
  ENOSPC: 'The disk that DATA_DIR lies on is full.',
  ECONNREFUSED: 'The database in DATABASE_URL does not answer.',
  '28P01': 'The database refuses the password in DATABASE_URL.',
  '28000':
    'The database refuses the user in DATABASE_URL, or lets nobody in from this machine: see its pg_hba.conf.',
  '42501': 'The user in DATABASE_URL may not make tables in the database: it should be its owner.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database is not for the host in DATABASE_URL: use the name that it was made for.',
  CERT_HAS_EXPIRED: 'The certificate of the database has expired.',
  '3D000': 'The database named in DATABASE_URL does not exist.',
};

/** Codes of TLS for: whoever signed the certificate is not known here. */
const strangerCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const strangerSentence =
  'The certificate of the database is signed by nobody known: name the authority in DATABASE_URL as sslrootcert=FILE.';
const noTlsSentence =
  'The database knows no TLS, for which DATABASE_URL asks: switch it on there, or leave sslmode out.';

/** Codes of the system for: no such name. */
const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** Their message is a sentence for the person who started it. */
const plainErrors = [
  ArgumentsError,
  BackupError,
  MigrationError,
  EmbeddedPostgresError,
  MediaStoreError,
];

/** For the person who started it: a sentence for what they can mend, all there is for the rest. */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is wrong.\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  if (plainErrors.some((plain) => error instanceof plain)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (strangerCodes.has(code)) return strangerSentence;
  if (unknownHostCodes.has(code)) return describeUnknownHost(error);
  // What our client says has no code.
  if (error.message === 'The server does not support SSL connections') return noTlsSentence;
  return systemSentences[code] ?? error.stack ?? error.message;
}

function describeUnknownHost(error: Error): string {
  const name = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : '';
  return `The host "${name}" is not known. Check DATABASE_URL and HOST.`;
}
