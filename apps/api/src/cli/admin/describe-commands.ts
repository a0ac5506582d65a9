import { commandName } from '../../platform/config/npm.ts';
import type { AdminCommand } from './command.ts';

type Summary = Pick<AdminCommand, 'name' | 'parameters' | 'description'>;

export function describeCommands(commands: readonly Summary[]): string[] {
  const usages = commands.map((command) => ({ ...command, usage: toUsage(command) }));
  const width = Math.max(...usages.map(({ usage }) => usage.length));
  return [
    `Usage: ${commandName('admin')} <command>`,
    '',
    ...usages.map(({ usage, description }) => `  ${usage.padEnd(width)}  ${description}`),
    '',
    '<user> is a username or an email address. For the options of a command: <command> --help',
    'Changes are recorded in the audit log.',
  ];
}

/** The first line is the usage of the command. */
export function describeCommand(command: Summary & Pick<AdminCommand, 'options'>): string[] {
  const options = Object.entries(command.options ?? {}).map(([name, { type, description }]) => ({
    usage: type === 'string' ? `--${name} <${name}>` : `--${name}`,
    description,
  }));
  const width = Math.max(0, ...options.map(({ usage }) => usage.length));
  const parts = [toUsage(command), ...options.map(({ usage }) => `[${usage}]`)];
  return [
    `Usage: ${commandName('admin')} ${parts.join(' ')}`,
    '',
    `  ${command.description}`,
    ...options.map(({ usage, description }) => `  ${usage.padEnd(width)}  ${description}`),
  ];
}

function toUsage({ name, parameters }: Summary): string {
  return [name, ...parameters.map((parameter) => `<${parameter}>`)].join(' ');
}
