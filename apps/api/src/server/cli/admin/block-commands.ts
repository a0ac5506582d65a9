import { accessBlockDaysMax } from '@skein/contracts/administration';
import type { AccessBlock } from '@skein/contracts/moderation';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, printList, readText, readWholeNumber } from './options.ts';

const block: AdminCommand = {
  name: 'block',
  parameters: ['domain or IP addresses'],
  options: {
    'all-access': { type: 'boolean', description: 'reject all requests, not only registrations' },
    reason: { type: 'string', description: 'for other administrators' },
    days: {
      type: 'string',
      description: 'the days until the block ends; without an end by default',
    },
  },
  description:
    'let nobody register with an email domain or from IP addresses, such as 203.0.113.0/24',
  async run({ moderation }, { positionals: [value = ''], options }) {
    const { days } = options;
    const created = await moderation.createAccessBlock(commandLine, independentAttempt(), {
      kind: /[:/]|^[\d.]+$/.test(value) ? 'ip_range' : 'email_domain',
      value,
      blocksAllAccess: options['all-access'] === true,
      reason: readText(options['reason']),
      days: days === undefined ? null : readWholeNumber('--days', days, accessBlockDaysMax),
      address: undefined,
    });
    return [`${created.value} is blocked now.`];
  },
};

const unblock: AdminCommand = {
  name: 'unblock',
  parameters: ['domain or IP addresses'],
  description: 'end a block, as listed by the command blocks',
  async run({ moderation }, { positionals: [value = ''] }) {
    const all = await moderation.listAccessBlocks();
    const found = all.find((each) => each.value === value.toLowerCase());
    if (found === undefined) throw new OperationError(`${value} is not blocked.`);
    await moderation.deleteAccessBlock(commandLine, found.id);
    return [`${found.value} is not blocked any more.`];
  },
};

const blocks: AdminCommand = {
  name: 'blocks',
  parameters: [],
  options: { json: jsonOption },
  description: 'list blocked email domains and IP addresses',
  async run({ moderation }, { options }) {
    return printList(await moderation.listAccessBlocks(), {
      isJson: options['json'] === true,
      empty: 'Nothing is blocked.',
      describe,
    });
  },
};

export const blockCommands: readonly AdminCommand[] = [blocks, block, unblock];

function describe({ value, blocksAllAccess, expiresAt, reason }: AccessBlock): string {
  const scope = blocksAllAccess ? 'all access' : 'registration';
  const end = expiresAt === null ? '' : `  until ${expiresAt}`;
  return `${value}  ${scope}${end}${reason === '' ? '' : `  (${reason})`}`;
}
