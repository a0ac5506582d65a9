import { commandName } from '../../../platform/config/npm.ts';
import type { AdminCommand, CommandGroup } from './command.ts';

export function describeCommands(groups: readonly CommandGroup[]): string[] {
  const usages = groups.flatMap(({ commands }) => commands.map((command) => toUsage(command)));
  const width = Math.max(...usages.map((usage) => usage.length));
  return [
    `Usage: ${commandName('admin')} <command>`,
    '',
    ...groups.flatMap(({ title, commands }) => [
      `${title}:`,
      ...commands.map((command) => `  ${toUsage(command).padEnd(width)}  ${command.description}`),
      '',
    ]),
    '<user> is a username or an email address. For the options of a command: <command> --help',
    'Changes are recorded in the audit log.',
  ];
}

/** The first line is the usage of the command. */
export function describeCommand(command: AdminCommand): string[] {
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

function toUsage({ name, parameters }: AdminCommand): string {
  return [name, ...parameters.map((parameter) => `<${parameter}>`)].join(' ');
}
