import { parseArgs } from 'node:util';
import { commandName } from '../../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import { accountCommands } from './account-commands.ts';
import { accountSearchCommands } from './account-search-commands.ts';
import { announcementCommands } from './announcement-commands.ts';
import { blockCommands } from './block-commands.ts';
import { cannedResponseCommands } from './canned-response-commands.ts';
import type { AdminArguments, AdminCommand, AdminContext, CommandGroup } from './command.ts';
import { deletionCommands } from './deletion-commands.ts';
import { describeCommand, describeCommands } from './describe-commands.ts';
import { imageCommands } from './image-commands.ts';
import { instanceCommands } from './instance-commands.ts';
import { protectionCommand } from './protection-command.ts';
import { registrationCommands } from './registration-commands.ts';
import { reportCommands } from './report-commands.ts';
import { ruleCommands } from './rule-commands.ts';
import { settingsCommand } from './settings-command.ts';
import { strikeCommands } from './strike-commands.ts';
import { testEmailCommand } from './test-email-command.ts';
import { userCommands } from './user-commands.ts';
import { webhookCommands } from './webhook-commands.ts';
import { withOperationErrors } from './with-operation-errors.ts';

const groups: readonly CommandGroup[] = [
  {
    title: 'Accounts',
    commands: [...accountCommands, ...userCommands, ...accountSearchCommands, ...deletionCommands],
  },
  {
    title: 'Reports and strikes',
    commands: [...reportCommands, ...strikeCommands, ...cannedResponseCommands],
  },
  { title: 'Registration', commands: [...registrationCommands, ...blockCommands] },
  {
    title: 'Settings',
    commands: [
      settingsCommand,
      ...ruleCommands,
      ...imageCommands,
      protectionCommand,
      ...announcementCommands,
      ...webhookCommands,
      testEmailCommand,
    ],
  },
  { title: 'Instance', commands: instanceCommands },
];

const allCommands = groups.flatMap(({ commands }) => commands);

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
    return describeCommands(groups);
  }
  const command = allCommands.find((known) => known.name === name);
  if (command === undefined) {
    throw new OperationError(`Unknown command ${name}; see: ${commandName('admin')} --help`);
  }
  const parsed = readCommandLine(command, rest);
  if (parsed.options['help'] === true) return describeCommand(command);
  if (parsed.positionals.length !== command.parameters.length) {
    const [usage = ''] = describeCommand(command);
    throw new OperationError(usage);
  }
  return withContext((context) => withOperationErrors(() => command.run(context, parsed)));
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
