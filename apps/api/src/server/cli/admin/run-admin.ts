import { parseArgs } from 'node:util';
import { commandName } from '../../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import { accountCommands } from './account-commands.ts';
import type { AdminArguments, AdminCommand, AdminContext } from './command.ts';
import { describeCommand, describeCommands } from './describe-commands.ts';
import { instanceCommands } from './instance-commands.ts';
import { userCommands } from './user-commands.ts';
import { deletionCommands } from './deletion-commands.ts';

const commands: readonly AdminCommand[] = [
  ...accountCommands,
  ...userCommands,
  ...deletionCommands,
  ...instanceCommands,
];

/**
 * `admin <command> …`: gives what is to be printed. The instance is only opened for what
 * has been understood.
 * @throws OperationError for what has not
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
    throw new OperationError(`There is no command ${name}; see: ${commandName('admin')} --help`);
  }
  const given = readCommandLine(command, rest);
  if (given.options['help'] === true) return describeCommand(command);
  if (given.words.length !== command.parameters.length) {
    const [usage = ''] = describeCommand(command);
    throw new OperationError(usage);
  }
  return withContext((context) => command.run(context, given));
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
    return { words: positionals, options: values };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : '';
    const help = `${commandName('admin')} ${command.name} --help`;
    throw new OperationError(`${reason}; see: ${help}`, { cause });
  }
}
