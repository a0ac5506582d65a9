import { accessBlockDaysMax } from '@skein/contracts/administration';
import type { AccessBlock } from '@skein/contracts/moderation';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { withOperationErrors } from './with-operation-errors.ts';

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
  async run({ repository, siteSettings }, { positionals: [value = ''], options }) {
    const { accessBlocks } = siteSettings;
    const kind = /[:/]|^[\d.]+$/.test(value) ? 'ip_range' : 'email_domain';
    const reason = typeof options['reason'] === 'string' ? options['reason'] : '';
    const blocksAllAccess = options['all-access'] === true;
    const days = readDays(options['days']);
    const input = { kind, value, blocksAllAccess, reason, days } as const;
    const created = await withOperationErrors(() =>
      repository.transaction(async (tx) => {
        const { id: _, ...details } = await accessBlocks.create(tx, input, undefined);
        await repository.recordAction({ action: 'create_block', details }, tx);
        return details.value;
      }),
    );
    return [`${created} is blocked now.`];
  },
};

const unblock: AdminCommand = {
  name: 'unblock',
  parameters: ['domain or IP addresses'],
  description: 'end a block, as listed by the command blocks',
  async run({ repository, siteSettings }, { positionals: [value = ''] }) {
    const { accessBlocks } = siteSettings;
    const found = (await accessBlocks.list()).find((each) => each.value === value.toLowerCase());
    if (found === undefined) throw new OperationError(`${value} is not blocked.`);
    await repository.transaction(async (tx) => {
      const details = await accessBlocks.remove(tx, found.id);
      await repository.recordAction({ action: 'delete_block', details }, tx);
    });
    return [`${found.value} is not blocked any more.`];
  },
};

const blocks: AdminCommand = {
  name: 'blocks',
  parameters: [],
  description: 'list blocked email domains and IP addresses',
  async run({ siteSettings }) {
    const all = await siteSettings.accessBlocks.list();
    return all.length === 0 ? ['Nothing is blocked.'] : all.map(describe);
  },
};

export const blockCommands: readonly AdminCommand[] = [blocks, block, unblock];

function describe({ value, blocksAllAccess, expiresAt, reason }: AccessBlock): string {
  const scope = blocksAllAccess ? 'all access' : 'registration';
  const end = expiresAt === null ? '' : `  until ${expiresAt}`;
  return `${value}  ${scope}${end}${reason === '' ? '' : `  (${reason})`}`;
}

/** @throws OperationError */
function readDays(option: string | boolean | undefined): number | null {
  if (option === undefined) return null;
  const days = Number(option);
  if (Number.isInteger(days) && days >= 1 && days <= accessBlockDaysMax) return days;
  throw new OperationError(`--days must be a whole number from 1 to ${accessBlockDaysMax}.`);
}
