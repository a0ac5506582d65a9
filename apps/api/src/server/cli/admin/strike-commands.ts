import { suspensionDaysMax } from '@skein/contracts/administration';
import type { accountActions } from '@skein/contracts/administration';
import { createStrike, removeThread as removeThreadRoute } from '@skein/contracts/moderation';
import type { AdminStrike } from '@skein/contracts/moderation';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { Account } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import {
  jsonOption,
  limitOption,
  printList,
  readLimit,
  readText,
  readWholeNumber,
  toOneLine,
} from './options.ts';
import { requireAccount, requireDecided } from './user-commands.ts';

const dayMs = 24 * 60 * 60 * 1000;

const listOptions = { limit: limitOption, json: jsonOption };
const reasonOption = { type: 'string', description: 'shown to the user' } as const;

const strikes: AdminCommand = {
  name: 'strikes',
  parameters: ['user'],
  options: listOptions,
  description: 'list the strikes of an account, latest first',
  async run({ moderation, repository }, { positionals: [name = ''], options }) {
    const { id: userId } = await requireAccount(repository, name);
    const query = { userId, page: 0, size: readLimit(options['limit']) };
    return printList((await moderation.listStrikes(commandLine, query)).content, {
      isJson: options['json'] === true,
      empty: 'There are no strikes.',
      describe,
    });
  },
};

interface AccountAction {
  action: (typeof accountActions)[number];
  description: string;
  /** The state after the action, as the end of a sentence. */
  outcome: string;
  hasOutcome: (account: Account) => boolean;
}

const accountCommands: readonly AccountAction[] = [
  {
    action: 'warn',
    description: 'warn a user',
    outcome: 'warned',
    hasOutcome: () => false,
  },
  {
    action: 'limit',
    description: 'show the threads of an account only to its followers',
    outcome: 'limited',
    hasOutcome: ({ limitedAt }) => limitedAt !== null,
  },
  {
    action: 'freeze',
    description: 'let a user only read',
    outcome: 'frozen',
    hasOutcome: ({ frozenAt }) => frozenAt !== null,
  },
  {
    action: 'suspend',
    description: 'disable and hide an account',
    outcome: 'suspended',
    hasOutcome: ({ suspendedAt }) => suspendedAt !== null,
  },
];

function toCommand({ action, description, outcome, hasOutcome }: AccountAction): AdminCommand {
  return {
    name: action,
    parameters: ['user'],
    options: {
      reason: reasonOption,
      rules: { type: 'string', description: 'the numbers of the broken rules, such as 1,3' },
      ...(action === 'suspend' && {
        days: { type: 'string', description: 'the days until it ends; without an end by default' },
      }),
    },
    description,
    async run(context, { positionals: [name = ''], options }) {
      const account = await requireAccount(context.repository, name);
      requireDecided(account);
      const { id: userId, username } = account;
      const end = readEnd(context, options['days']);
      if (end === null && hasOutcome(account)) return [`@${username} is ${outcome} already.`];
      const input = parseInput(createStrike.body.schema, {
        action,
        suspendedUntil: end,
        ruleIds: await readRules(context, readText(options['rules'])),
        text: readText(options['reason']),
      });
      await context.moderation.createStrike(commandLine, independentAttempt(), {
        userId,
        ...input,
      });
      return [`@${username} is ${outcome} now.`];
    },
  };
}

const liftStrike: AdminCommand = {
  name: 'lift-strike',
  parameters: ['id'],
  options: { reason: { type: 'string', description: 'for the audit log' } },
  description: 'undo the action of a strike, whose user gets a notification and an email',
  async run({ moderation }, { positionals: [strikeId = ''], options }) {
    await moderation.liftStrike(commandLine, { strikeId, reason: readText(options['reason']) });
    return ['The strike has been lifted.'];
  },
};

const appeals: AdminCommand = {
  name: 'appeals',
  parameters: [],
  options: {
    decided: { type: 'boolean', description: 'those that were decided, instead of the open ones' },
    ...listOptions,
  },
  description: 'list the strikes against which users have appealed, latest first',
  async run({ moderation }, { options }) {
    const status = options['decided'] === true ? 'decided' : 'open';
    const query = { status, page: 0, size: readLimit(options['limit']) } as const;
    return printList((await moderation.listAppeals(commandLine, query)).content, {
      isJson: options['json'] === true,
      empty: 'There are no appeals.',
      describe,
    });
  },
};

const decideAppeal: AdminCommand = {
  name: 'decide-appeal',
  parameters: ['strike', 'uphold|lift'],
  options: { message: { type: 'string', description: 'a text for the user' } },
  description: 'uphold a strike or lift it, after an appeal',
  async run({ moderation }, { positionals: [strikeId = '', decision], options }) {
    if (decision !== 'uphold' && decision !== 'lift') {
      throw new OperationError('The decision is uphold or lift.');
    }
    const text = readText(options['message']);
    await moderation.decideAppeal(commandLine, { strikeId, isLifted: decision === 'lift', text });
    return [decision === 'lift' ? 'The strike has been lifted.' : 'The strike has been upheld.'];
  },
};

const thread: AdminCommand = {
  name: 'thread',
  parameters: ['id'],
  options: { json: { type: 'boolean', description: 'print JSON' } },
  description: 'print a thread or reply, also that of a private account',
  async run({ moderation }, { positionals: [id = ''], options }) {
    const found = await moderation.getThread(id);
    if (options['json'] === true) return [JSON.stringify(found)];
    const { createdAt, author, mediaCount, openReportsCount, content } = found;
    const counts = `files ${mediaCount}  open reports ${openReportsCount}`;
    return [`${createdAt}  @${author.username}  ${counts}`, content];
  },
};

const removeThread: AdminCommand = {
  name: 'remove-thread',
  parameters: ['id'],
  options: { reason: reasonOption },
  description: 'delete a thread, which is a strike against its author',
  async run({ moderation }, { positionals: [threadId = ''], options }) {
    const input = parseInput(removeThreadRoute.body.schema, {
      reason: readText(options['reason']),
    });
    await moderation.removeThread(commandLine, { threadId, ...input });
    return ['The thread has been deleted.'];
  },
};

/** Actions on accounts and threads that their users can appeal against. */
export const strikeCommands: readonly AdminCommand[] = [
  ...accountCommands.map(toCommand),
  strikes,
  liftStrike,
  appeals,
  decideAppeal,
  thread,
  removeThread,
];

/** @throws OperationError */
function readEnd({ clock }: AdminContext, days: string | boolean | undefined): string | null {
  if (days === undefined) return null;
  const count = readWholeNumber('--days', days, suspensionDaysMax);
  return new Date(clock.now().getTime() + count * dayMs).toISOString();
}

/** The ids of rules by their numbers. @throws OperationError */
async function readRules({ moderation }: AdminContext, numbers: string): Promise<string[]> {
  const { rules } = await moderation.describeRules();
  return numbers
    .split(',')
    .filter((number) => number.trim() !== '')
    .map((number) => {
      const rule = rules[Number(number) - 1];
      if (rule !== undefined) return rule.id;
      throw new OperationError(`There is no rule with the number ${number}.`);
    });
}

function describe({ id, createdAt, action, user, rules, appeal, ...rest }: AdminStrike): string {
  return [
    id,
    createdAt,
    action,
    `@${user.username}`,
    rest.moderator === null ? '' : `by @${rest.moderator.username}`,
    rest.endsAt === null ? '' : `until ${rest.endsAt}`,
    rest.liftedAt === null ? '' : `lifted ${rest.liftedAt}`,
    rules.length === 0 ? '' : `rules: ${rules.join(', ')}`,
    rest.text === null ? '' : toOneLine(rest.text),
    appeal === null ? '' : `appeal (${appeal.status}): ${toOneLine(appeal.text)}`,
  ]
    .filter((part) => part !== '')
    .join('  ');
}
