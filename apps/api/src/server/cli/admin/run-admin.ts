import { parseArgs } from 'node:util';
import { commandName } from '../../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import { accountCommands } from './account-commands.ts';
import { announcementCommands } from './announcement-commands.ts';
import { blockCommands } from './block-commands.ts';
import type { AdminArguments, AdminCommand, AdminContext } from './command.ts';
import { describeCommand, describeCommands } from './describe-commands.ts';
import { instanceCommands } from './instance-commands.ts';
import { settingsCommand } from './settings-command.ts';
import { testEmailCommand } from './test-email-command.ts';
import { userCommands } from './user-commands.ts';
import { deletionCommands } from './deletion-commands.ts';

const commands: readonly AdminCommand[] = [
  ...accountCommands,
  ...userCommands,
  ...deletionCommands,
  ...instanceCommands,
  settingsCommand,
  testEmailCommand,
  ...blockCommands,
  ...announcementCommands,
];

/**
 * Runs `admin <command> …` and returns the lines to print. Opens the instance only for a valid command
 * line.
 * @throws OperationError for an invalid command line
 */
export async function runAdmin(
  args: readonly string[],
  withContext: (work: (context: AdminContext) => Promise<string[]>) => Promise<string[]>,
): Promise<string[]> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return describeCommands(commands);
  }
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    throw new OperationError(`Unknown command ${name}; see: ${commandName('admin')} --help`);
  }
  const parsed = readCommandLine(command, rest);
  if (parsed.options['help'] === true) return describeCommand(command);
  if (parsed.positionals.length !== command.parameters.length) {
    const [usage = ''] = describeCommand(command);
    throw new OperationError(usage);
  }
  return withContext((context) => command.run(context, parsed));
}

function readCommandLine(command: AdminCommand, args: readonly string[]): AdminArguments {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
  );
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { positionals, options: values };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : '';
    const help = `${commandName('admin')} ${command.name} --help`;
    throw new OperationError(`${reason}; see: ${help}`, { cause });
  }
}
