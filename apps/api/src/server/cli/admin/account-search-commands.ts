import { actOnAccounts } from '@skein/contracts/moderation';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, limitOption, printList, readLimit, readText } from './options.ts';

const findAccounts: AdminCommand = {
  name: 'find-accounts',
  parameters: [],
  options: {
    name: { type: 'string', description: 'a part of the name or username' },
    address: { type: 'string', description: 'the IP address of the registration, or a range' },
    text: { type: 'string', description: 'what the accounts have posted' },
    limit: limitOption,
    json: jsonOption,
  },
  description: 'list the latest accounts with a name, IP address or text',
  async run({ moderation }, { options }) {
    const { content } = await moderation.listUsers(commandLine, {
      page: 0,
      size: readLimit(options['limit']),
      q: readText(options['name']),
      address: readText(options['address']),
      text: readText(options['text']),
    });
    return printList(content, {
      isJson: options['json'] === true,
      empty: 'There are no such accounts.',
      describe: ({ username, name, createdAt, registrationAddress }) =>
        [username, name, createdAt, registrationAddress ?? ''].join('  ').trimEnd(),
    });
  },
};

const bulk: AdminCommand = {
  name: 'bulk',
  parameters: ['action', 'users'],
  options: {
    reason: { type: 'string', description: 'shown to the users and in the audit log' },
  },
  description: 'limit, freeze, suspend or lift several users, separated by commas',
  async run({ moderation, repository }, { positionals: [action, given = ''], options }) {
    const names = [...new Set(given.split(',').map((name) => name.trim()))];
    const accounts = await Promise.all(names.map((name) => repository.findAccount(name)));
    const known = accounts.filter((account) => account !== null);
    const input = parseInput(actOnAccounts.body.schema, {
      action,
      userIds: known.map(({ id }) => id),
      text: readText(options['reason']),
    });
    const { results } = await moderation.actOnAccounts(commandLine, independentAttempt(), input);
    const outcomeOf = (id: string | undefined) =>
      results.find(({ userId }) => userId === id)?.outcome ?? 'unknown';
    return names.map((name, index) => `${name}  ${outcomeOf(accounts[index]?.id)}`);
  },
};

export const accountSearchCommands: readonly AdminCommand[] = [findAccounts, bulk];
