import { BackupError } from '@skein/db/backup';
import { EmbeddedPostgresError } from '@skein/db/embedded';
import { MigrationError } from '@skein/db/migrate';
import { PoolerError } from '@skein/db/pooler';
import { ArgumentsError } from '../platform/config/arguments.ts';
import { ConfigurationError } from '../platform/config/env.ts';
import { MediaStoreError } from '../modules/media/index.ts';

const messagesByCode: Record<string, string> = {
  EADDRNOTAVAIL: 'This machine does not have the address in HOST.',
  EACCES: 'Permission denied. Check that Skein may write to DATA_DIR and listen on PORT.',
  ENOSPC: 'The disk that contains DATA_DIR is full.',
  ECONNREFUSED: 'The database in DATABASE_URL does not respond.',
  '28P01': 'The database rejects the password in DATABASE_URL.',
  '28000':
    'The database rejects the user in DATABASE_URL, or connections from this machine: see its pg_hba.conf.',
  '42501': 'The user in DATABASE_URL may not create tables: make it the owner of the database.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The database certificate is not valid for the host in DATABASE_URL: use a host name of the certificate.',
  CERT_HAS_EXPIRED: 'The database certificate has expired.',
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
  'The database certificate is signed by an unknown authority: add sslrootcert=FILE to DATABASE_URL.';
const noTlsMessage =
  'DATABASE_URL requires TLS, which the database does not support: enable TLS on the database server, or remove sslmode.';

/** System error codes for an unknown host name. */
const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** Errors whose message is written for the operator. */
const operatorErrors = [
  ArgumentsError,
  BackupError,
  MigrationError,
  PoolerError,
  EmbeddedPostgresError,
  MediaStoreError,
];

/** Returns a message for errors that the operator can fix, and the stack trace for all others. */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is invalid.\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  if (operatorErrors.some((type) => error instanceof type)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unknownAuthorityCodes.has(code)) return unknownAuthorityMessage;
  if (unknownHostCodes.has(code)) return describeUnknownHost(error);
  if (code === 'EADDRINUSE') return describeUsedPort(error);
  // This error of `pg` has no code.
  if (error.message === 'The server does not support SSL connections') return noTlsMessage;
  return messagesByCode[code] ?? error.stack ?? error.message;
}

function describeUnknownHost(error: Error): string {
  const name = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : '';
  return `The host "${name}" is unknown. Check DATABASE_URL and HOST.`;
}

function describeUsedPort(error: Error): string {
  const port = 'port' in error ? String(error.port) : '';
  return `Port ${port} is in use by another program. Set PORT to a free port.`;
}
