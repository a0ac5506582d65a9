import { hasPermission } from '@skein/contracts/administration';
import { createInvitation, rejectRegistration } from '@skein/contracts/moderation';
import type { Invitation, Registration } from '@skein/contracts/moderation';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, limitOption, printList, readLimit, toOneLine } from './options.ts';
import { requireAccount } from './user-commands.ts';

const listOptions = { limit: limitOption, json: jsonOption };

const registrations: AdminCommand = {
  name: 'registrations',
  parameters: [],
  options: listOptions,
  description: 'list accounts that wait for approval, oldest first',
  async run({ moderation }, { options }) {
    const query = { page: 0, size: readLimit(options['limit']) };
    return printList((await moderation.listRegistrations(query)).content, {
      isJson: options['json'] === true,
      empty: 'Nobody is waiting.',
      describe: describeRegistration,
    });
  },
};

const approve: AdminCommand = {
  name: 'approve',
  parameters: ['user'],
  description: 'approve an account that waits, whose user gets an email',
  async run({ moderation, repository }, { positionals: [name = ''] }) {
    const { id: userId, username } = await requireAccount(repository, name);
    await moderation.decideRegistration(commandLine, { userId, isApproved: true, reason: '' });
    return [`@${username} can sign in now.`];
  },
};

const reject: AdminCommand = {
  name: 'reject',
  parameters: ['user'],
  options: { reason: { type: 'string', description: 'for the email to the user' } },
  description: 'delete an account that waits, whose user gets an email',
  async run({ moderation, repository }, { positionals: [name = ''], options }) {
    const { id: userId, username } = await requireAccount(repository, name);
    const { reason } = parseInput(rejectRegistration.body.schema, { reason: options['reason'] });
    await moderation.decideRegistration(commandLine, { userId, isApproved: false, reason });
    return [`The registration of @${username} has been rejected.`];
  },
};

const invitations: AdminCommand = {
  name: 'invitations',
  parameters: [],
  options: listOptions,
  description: 'list invitations, latest first',
  async run({ moderation }, { options }) {
    const query = { page: 0, size: readLimit(options['limit']) };
    return printList((await moderation.listInvitations(query)).content, {
      isJson: options['json'] === true,
      empty: 'There are no invitations.',
      describe: describeInvitation,
    });
  },
};

const invite: AdminCommand = {
  name: 'invite',
  parameters: ['user'],
  options: {
    uses: { type: 'string', description: 'how many people can use it; 1 by default' },
    days: { type: 'string', description: 'how long it can be used; 7 by default' },
  },
  description: 'create an invitation in the name of an administrator, and print its link',
  async run({ moderation, repository, users }, { positionals: [name = ''], options }) {
    const account = await requireAccount(repository, name);
    if (!hasPermission(users.roleOf(account), 'administrate')) {
      throw new OperationError(`@${account.username} is not an administrator.`);
    }
    const input = parseInput(createInvitation.body.schema, {
      days: Number(options['days'] ?? 7),
      usesMax: Number(options['uses'] ?? 1),
    });
    const { link } = await moderation.createInvitation(
      { userId: account.id },
      independentAttempt(),
      input,
    );
    return [link];
  },
};

const revokeInvitation: AdminCommand = {
  name: 'revoke-invitation',
  parameters: ['id'],
  description: 'make an invitation useless, as listed by the command invitations',
  async run({ moderation }, { positionals: [id = ''] }) {
    await moderation.revokeInvitation(commandLine, id);
    return ['The invitation has been revoked.'];
  },
};

/** Who can create an account. */
export const registrationCommands: readonly AdminCommand[] = [
  registrations,
  approve,
  reject,
  invitations,
  invite,
  revokeInvitation,
];

function describeRegistration({ createdAt, username, email, reason }: Registration): string {
  return `${createdAt}  @${username}  ${email}  ${toOneLine(reason)}`;
}

function describeInvitation(invitation: Invitation): string {
  const { id, status, creator, usesCount, usesMax, expiresAt } = invitation;
  return `${id}  ${status}  by @${creator.username}  used ${usesCount} of ${usesMax}  until ${expiresAt}`;
}
