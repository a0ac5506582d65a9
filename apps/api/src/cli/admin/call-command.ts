import { parseArgs } from 'node:util';
import { commandName } from '../../platform/config/npm.ts';
import { OperationError } from '../operation-error.ts';
import { callOperation } from './call-operation.ts';
import type { AdminContext } from './command.ts';
import { listFields, operations, readInput, requireOperation } from './operations.ts';
import { withOperationErrors } from './with-operation-errors.ts';

export const callDescription = 'run an operation of the API as the owner, and print JSON';

const help = [
  `Usage: ${commandName('admin')} call <operation> [--field value …]`,
  '',
  `  ${callDescription}`,
  '  --list  list the operations with their fields; docs/api.md describes them',
  '',
  'A value is a text, JSON or the path of a file. Repeat a field for a list.',
];

/**
 * Runs `admin call …` and returns the lines to print. Opens the instance only for valid input.
 * @throws OperationError
 */
export async function runCall(
  args: readonly string[],
  withContext: (work: (context: AdminContext) => Promise<string[]>) => Promise<string[]>,
): Promise<string[]> {
  const [id, ...rest] = args;
  if (id === '--list') return Array.from(operations.values(), describeOperation);
  if (id === undefined || id === '--help' || id === '-h') return help;
  const operation = requireOperation(id);
  const fields = listFields(operation);
  const values = readOptions(fields, rest);
  if (values === undefined) return [describeOperation(operation)];
  const input = await withOperationErrors(async () => readInput(operation, values));
  return withContext((context) =>
    withOperationErrors(async () => [await callOperation(context, id, input)]),
  );
}

function describeOperation(operation: ReturnType<typeof requireOperation>): string {
  const fields = listFields(operation).map((name) => ` [--${name} …]`);
  return `${operation.id}${fields.join('')}  ${operation.summary}`;
}

/** Returns undefined for `--help`. */
function readOptions(
  fields: readonly string[],
  args: readonly string[],
): Record<string, string[]> | undefined {
  const options = Object.fromEntries(
    fields.map((name) => [name, { type: 'string', multiple: true }] as const),
  );
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    const { help: isHelp, ...texts } = values as Record<string, string[] | boolean>;
    // Every option except `help` is a list of texts.
    return isHelp === true ? undefined : (texts as Record<string, string[]>);
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : '';
    const names = fields.map((name) => `--${name}`).join(', ');
    throw new OperationError(`${reason}. The fields are: ${names || 'none'}.`, { cause });
  }
}
