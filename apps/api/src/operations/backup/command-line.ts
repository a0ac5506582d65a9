import path from 'node:path';
import { parseArgs } from 'node:util';
import { commandName } from '../../config/command-name.ts';
import { OperationError } from '../operation-error.ts';
import type { BackupResult } from './make-backup.ts';

type Operation = 'backup' | 'restore';

/**
 * The file that a command was given, as an absolute path; undefined when it was asked for help.
 * @throws OperationError for anything else
 */
export function readFileArgument(
  operation: Operation,
  args: readonly string[],
): string | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help === true) return undefined;
    const [file] = positionals;
    if (file !== undefined && positionals.length === 1) return path.resolve(file);
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

export function describeBackupResult(file: string, result: BackupResult): string[] {
  const { tables, mediaFiles, missingMedia } = result;
  const lost = `${missingMedia} uploads have no file any more, and none in the backup.`;
  return [
    `${file} holds ${tables} tables and ${mediaFiles} files of media.`,
    ...(missingMedia === 0 ? [] : [lost]),
  ];
}

function usageOf(operation: Operation): string {
  return `Usage: ${commandName(operation)} <file>`;
}
