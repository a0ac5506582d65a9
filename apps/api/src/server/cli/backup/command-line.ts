import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { commandName, doesNpmPrintScriptName } from '../../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import type { BackupResult } from './make-backup.ts';

type Operation = 'backup' | 'restore';

/** On the command line of a backup, it means standard output. */
const standardOutputArgument = '-';

/**
 * The file that a restore was given, as an absolute path; undefined when it was asked for help.
 * @throws OperationError for anything else
 */
export function readFileArgument(args: readonly string[]): string | undefined {
  const argument = readArgument('restore', args);
  return argument && path.resolve(argument);
}

/**
 * Where a backup goes; undefined when it was asked for help.
 * @throws OperationError for anything else, and for an output that cannot take it
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
    throw new OperationError(usageOf(operation), { cause });
  }
  throw new OperationError(usageOf(operation));
}

export function describeBackup(): string[] {
  return [
    usageOf('backup'),
    '',
    '  Writes the whole instance, database and media, to a new file. The server may go on meanwhile:',
    '  the file holds everything as it was at one moment. Secrets and settings are not in it.',
    `  Write the backup to standard output with "${standardOutputArgument}" as the file.`,
  ];
}

export function describeRestore(): string[] {
  return [
    usageOf('restore'),
    '',
    '  Fills an empty instance from such a file, of this version or an older one. A file that is',
    '  damaged or newer is refused, and so is an instance that has accounts; nothing is changed then.',
  ];
}

export function describeBackupResult(target: string | Writable, result: BackupResult): string[] {
  const subject = typeof target === 'string' ? target : 'The backup';
  const { tables, mediaFiles, missingMedia } = result;
  const lost = `${missingMedia} uploads have no file any more, and none in the backup.`;
  return [
    `${subject} holds ${tables} tables and ${mediaFiles} files of media.`,
    ...(missingMedia === 0 ? [] : [lost]),
  ];
}

function usageOf(operation: Operation): string {
  return `Usage: ${commandName(operation)} <file>`;
}
