import { commandName } from '../../../platform/config/npm.ts';
import type { AdminCommand } from './command.ts';

export function describeCommands(commands: readonly AdminCommand[]): string[] {
  const usages = commands.map((command) => toUsage(command));
  const width = Math.max(...usages.map((usage) => usage.length));
  return [
    `Usage: ${commandName('admin')} <command>`,
    '',
    ...commands.map(({ says }, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${says}`),
    '',
    'A person is named by username or e-mail address. Each command knows --help.',
    'What is changed is noted in the log of administrators.',
  ];
}

/** The first line is its usage. */
export function describeCommand(command: AdminCommand): string[] {
  const options = Object.entries(command.options ?? {}).map(([name, { type, says }]) => ({
    usage: type === 'string' ? `--${name} <${name}>` : `--${name}`,
    says,
  }));
  const width = Math.max(0, ...options.map(({ usage }) => usage.length));
  const words = [toUsage(command), ...options.map(({ usage }) => `[${usage}]`)];
  return [
    `Usage: ${commandName('admin')} ${words.join(' ')}`,
    '',
    `  ${command.says}`,
    ...options.map(({ usage, says }) => `  ${usage.padEnd(width)}  ${says}`),
  ];
}

function toUsage({ name, parameters }: AdminCommand): string {
  return [name, ...parameters.map((parameter) => `<${parameter}>`)].join(' ');
}
