import { parseArgs } from 'node:util';
import { commandName } from '../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import { accountCommands } from './account-commands.ts';
import { callDescription, runCall } from './call-command.ts';
import type { AdminArguments, AdminCommand, AdminContext } from './command.ts';
import { deletionCommands } from './deletion-commands.ts';
import { describeCommand, describeCommands } from './describe-commands.ts';
import { federationCommand } from './federation-command.ts';
import { instanceCommands } from './instance-commands.ts';
import { generateSecrets } from './secrets-command.ts';
import { testEmailCommand } from './test-email-command.ts';
import { userCommands } from './user-commands.ts';
import { withOperationErrors } from './with-operation-errors.ts';

const commands: readonly AdminCommand[] = [
  ...accountCommands,
  ...userCommands,
  ...deletionCommands,
  ...instanceCommands,
  federationCommand,
  testEmailCommand,
];

const generateSecretsCommand = {
  name: 'generate-secrets',
  parameters: [],
  description: 'print new secrets for .env, without opening the instance',
};

const callCommand = { name: 'call', parameters: ['operation'], description: callDescription };

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
    return describeCommands([...commands, generateSecretsCommand, callCommand]);
  }
  if (name === 'call') return runCall(rest, withContext);
  if (name === 'generate-secrets') {
    return rest.length === 0 ? generateSecrets() : describeCommand(generateSecretsCommand);
  }
  const command = commands.find((each) => each.name === name);
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
