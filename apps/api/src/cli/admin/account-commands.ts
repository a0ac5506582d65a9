import { randomBytes } from 'node:crypto';
import { forgotPasswordBodySchema } from '@skein/contracts/auth';
import type { UserRole } from '@skein/contracts/administration';
import { updateProfileBodySchema } from '@skein/contracts/users';
import { createPasswords, createResetLink, turnOffTwoFactor } from '../../modules/auth/index.ts';
import { insertUser } from '../../modules/users/index.ts';
import { commandName } from '../../platform/config/npm.ts';
import { ConflictError } from '../../platform/errors.ts';
import { describeOwnerOffer } from '../../server/owner-offer.ts';
import { OperationError } from '../operation-error.ts';
import { recordCommand } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { requireAccount, requireDecided } from './user-commands.ts';

const resetLink: AdminCommand = {
  name: 'reset-link',
  parameters: ['user'],
  description: 'print a link to set a new password, valid for one hour',
  async run(context, { positionals: [name = ''] }) {
    const account = await requireAccount(context.database, name);
    requireDecided(account);
    const { id, username, email, suspendedAt } = account;
    if (suspendedAt !== null) {
      throw new OperationError(
        `@${username} is suspended, so a link would not work: run "unsuspend" first.`,
      );
    }
    const link = await createLink(context, id);
    await recordCommand(context.database, { action: 'reset-link', targetId: id });
    if (!context.adminEmails.includes(email ?? '')) return [link];
    return [link, `Send it only to the owner of ${email}, who becomes an owner by ADMIN_EMAILS.`];
  },
};

// This name is public, so it is not derived from the email address.
const defaultName = 'New user';

const createUser: AdminCommand = {
  name: 'create-user',
  parameters: ['email'],
  options: {
    name: { type: 'string', description: 'the display name; "New user" by default' },
    admin: { type: 'boolean', description: 'make the user an administrator' },
    owner: { type: 'boolean', description: 'make the user an owner' },
    verified: { type: 'boolean', description: 'add the badge of a verified account' },
  },
  description: 'create an account and print a link to set its password',
  async run(context, { positionals: [address = ''], options }) {
    const email = forgotPasswordBodySchema.shape.email.safeParse(address).data;
    if (email === undefined) throw new OperationError(`${address} is not an email address.`);
    const name = updateProfileBodySchema.shape.name.safeParse(options['name'] ?? defaultName).data;
    if (name === undefined) throw new OperationError('The name is empty or too long.');
    const id = await insertAccount(context, {
      name,
      email,
      role: options['owner'] === true ? 'owner' : options['admin'] === true ? 'admin' : 'member',
      isVerified: options['verified'] === true,
    });
    const { username } = await requireAccount(context.database, email);
    return [`Created @${username}. Set a password here:`, await createLink(context, id)];
  },
};

const resetTwoFactor: AdminCommand = {
  name: 'reset-2fa',
  parameters: ['user'],
  description: 'turn off two-factor authentication of a user who has lost the second factor',
  async run({ database }, { positionals: [name = ''] }) {
    const { id, username } = await requireAccount(database, name);
    const wasOn = await turnOffTwoFactor({ database }, id);
    if (!wasOn) return [`@${username} has no two-factor authentication.`];
    await recordCommand(database, { action: 'reset-2fa', targetId: id });
    return [`@${username} can sign in with the password alone now.`];
  },
};

const setupCodeCommand: AdminCommand = {
  name: 'setup-code',
  parameters: [],
  description: 'print the code with which the user of the first account becomes the owner',
  async run({ adminEmails, publicUrl, setupCode, users }) {
    if (await users.isOwnerOffered()) return describeOwnerOffer(publicUrl.origin, setupCode.text);
    throw new OperationError(
      adminEmails.length > 0
        ? 'There is no setup code, because ADMIN_EMAILS sets the owners.'
        : `The setup code can no longer be used. Make an account the owner with: ${commandName('admin')} set-role <user> owner`,
    );
  },
};

export const accountCommands: readonly AdminCommand[] = [
  setupCodeCommand,
  createUser,
  resetLink,
  resetTwoFactor,
];

interface NewAccount {
  name: string;
  email: string;
  role: UserRole;
  isVerified: boolean;
}

async function insertAccount(
  { database, bcryptCost }: AdminContext,
  { name, email, role, isVerified }: NewAccount,
): Promise<string> {
  // A random password, which nobody knows, until the owner sets one.
  const passwordHash = await createPasswords({ bcryptCost }).hash(randomBytes(32).toString('hex'));
  try {
    return await database.$transaction(async (tx) => {
      const id = await insertUser(tx, { name, email, passwordHash });
      await tx.user.update({ where: { id }, data: { role, isVerified }, select: { id: true } });
      const details = { role, isVerified };
      await recordCommand(tx, { action: 'create-user', targetId: id, details });
      return id;
    });
  } catch (error) {
    if (error instanceof ConflictError) throw new OperationError(error.message, { cause: error });
    throw error;
  }
}

function createLink({ database, clock, publicUrl }: AdminContext, userId: string): Promise<string> {
  return createResetLink({ database, clock, publicUrl }, userId);
}
