import { BackupError } from '@skein/db/backup';
import { EmbeddedPostgresError } from '@skein/db/embedded';
import { MigrationError } from '@skein/db/migrate';
import { ArgumentsError } from '../platform/config/arguments.ts';
import { ConfigurationError } from '../platform/config/env.ts';
import { MediaStoreError } from '../modules/media/index.ts';

const messagesByCode: Record<string, string> = {
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

/** TLS error codes for a certificate of an unknown authority. */
const unknownAuthorityCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const unknownAuthorityMessage =
  'The certificate of the database is signed by nobody known: name the authority in DATABASE_URL as sslrootcert=FILE.';
const noTlsMessage =
  'The database knows no TLS, for which DATABASE_URL asks: switch it on there, or leave sslmode out.';

/** System error codes for an unknown host name. */
const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** Errors whose message is written for the operator. */
const operatorErrors = [
  ArgumentsError,
  BackupError,
  MigrationError,
  EmbeddedPostgresError,
  MediaStoreError,
];

/** Returns a message for errors that the operator can fix, and the stack trace for all others. */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is wrong.\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  if (operatorErrors.some((type) => error instanceof type)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unknownAuthorityCodes.has(code)) return unknownAuthorityMessage;
  if (unknownHostCodes.has(code)) return describeUnknownHost(error);
  // This error of `pg` has no code.
  if (error.message === 'The server does not support SSL connections') return noTlsMessage;
  return messagesByCode[code] ?? error.stack ?? error.message;
}

function describeUnknownHost(error: Error): string {
  const name = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : '';
  return `The host "${name}" is not known. Check DATABASE_URL and HOST.`;
}
