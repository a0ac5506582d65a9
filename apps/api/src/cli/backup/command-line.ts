import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { commandName, doesNpmPrintScriptName } from '../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import type { BackupResult } from './make-backup.ts';

type Operation = 'backup' | 'restore';

/** Given instead of a backup file: writes to standard output. */
const standardOutputArgument = '-';

/**
 * Returns the absolute path of the file to restore; undefined for `--help`.
 * @throws OperationError for anything else
 */
export function readFileArgument(args: readonly string[]): string | undefined {
  const argument = readArgument('restore', args);
  return argument && path.resolve(argument);
}

/**
 * Returns the target of a backup; undefined for `--help`.
 * @throws OperationError for anything else, and if standard output is unsuitable
 */
export function readBackupTarget(
  args: readonly string[],
  output: Writable & { isTTY?: boolean },
): string | Writable | undefined {
  const argument = readArgument('backup', args);
  if (argument !== standardOutputArgument) return argument && path.resolve(argument);
  if (output.isTTY === true) {
    throw new OperationError(
      'Standard output is a terminal: redirect it to a file or to another program.',
    );
  }
  if (doesNpmPrintScriptName()) {
    throw new OperationError(
      'npm writes to standard output as well: use "npm run --silent backup -- -".',
    );
  }
  return output;
}

function readArgument(operation: Operation, args: readonly string[]): string | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help === true) return undefined;
    const [argument] = positionals;
    if (argument !== undefined && positionals.length === 1) return argument;
  } catch (cause) {
    throw new OperationError(getUsage(operation), { cause });
  }
  throw new OperationError(getUsage(operation));
}

export function describeBackup(): string[] {
  return [
    getUsage('backup'),
    '',
    '  Writes the database and all media files to a new file. The server may keep running: the file',
    '  contains a consistent snapshot. It does not contain secrets and settings.',
    `  Write the backup to standard output with "${standardOutputArgument}" as the file.`,
  ];
}

export function describeRestore(): string[] {
  return [
    getUsage('restore'),
    '',
    '  Restores a backup of this version or an older one into an empty instance. If the file is',
    '  damaged or newer, or if the instance has accounts, the command fails without any change.',
  ];
}

export function describeBackupResult(target: string | Writable, result: BackupResult): string[] {
  const subject = typeof target === 'string' ? target : 'The backup';
  const { tables, mediaFiles, missingMedia } = result;
  const warning = `${missingMedia} uploads have no file; they are missing in the backup.`;
  return [
    `${subject} contains ${tables} tables and ${mediaFiles} media files.`,
    ...(missingMedia === 0 ? [] : [warning]),
  ];
}

function getUsage(operation: Operation): string {
  return `Usage: ${commandName(operation)} <file>`;
}
