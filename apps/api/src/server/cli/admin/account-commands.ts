import { randomBytes } from 'node:crypto';
import { forgotPasswordBodySchema } from '@skein/contracts/auth';
import { updateProfileBodySchema } from '@skein/contracts/users';
import {
  createPasswordResetsRepository,
  createPasswords,
  makeResetLink,
} from '../../../modules/auth/index.ts';
import { createUsersModule } from '../../../modules/users/index.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { requireAccount } from './user-commands.ts';

const resetLink: AdminCommand = {
  name: 'reset-link',
  parameters: ['person'],
  says: 'print a link, good for an hour, with which somebody sets a new password',
  async run(context, { words: [name = ''] }) {
    const { id, username, email, suspendedAt } = await requireAccount(context.repository, name);
    if (suspendedAt !== null) {
      throw new OperationError(
        `@${username} is suspended, and no link works: unsuspend them first.`,
      );
    }
    const link = await makeLink(context, id);
    await context.repository.note({ action: 'reset-link', targetId: id });
    if (!context.adminEmails.includes(email)) return [link];
    return [
      link,
      `For the owner of ${email} alone, whom ADMIN_EMAILS makes an administrator by it.`,
    ];
  },
};

// Not a part of the email address, which everybody would see.
const defaultName = 'New user';

const createUser: AdminCommand = {
  name: 'create-user',
  parameters: ['e-mail'],
  options: {
    name: { type: 'string', says: 'the display name; without it "New user"' },
    admin: { type: 'boolean', says: 'an administrator from the start' },
    verified: { type: 'boolean', says: 'with the badge of a verified account' },
  },
  says: 'make an account, and print a link with which its owner sets a password',
  async run(context, { words: [address = ''], options }) {
    const email = forgotPasswordBodySchema.shape.email.safeParse(address).data;
    if (email === undefined) throw new OperationError(`${address} is no e-mail address.`);
    const name = updateProfileBodySchema.shape.name.safeParse(options['name'] ?? defaultName).data;
    if (name === undefined) throw new OperationError('The name is empty or too long.');
    const id = await insertAccount(context, {
      name,
      email,
      isAdmin: options['admin'] === true,
      isVerified: options['verified'] === true,
    });
    const { username } = await requireAccount(context.repository, email);
    return [`@${username} is here. To set a password:`, await makeLink(context, id)];
  },
};

export const accountCommands: readonly AdminCommand[] = [createUser, resetLink];

interface NewAccount {
  name: string;
  email: string;
  isAdmin: boolean;
  isVerified: boolean;
}

async function insertAccount(
  { database, repository, bcryptCost }: AdminContext,
  { name, email, isAdmin, isVerified }: NewAccount,
): Promise<string> {
  const users = createUsersModule({ database });
  // Nobody's password, until the owner sets one.
  const passwordHash = await createPasswords({ bcryptCost }).hash(randomBytes(32).toString('hex'));
  const role = isAdmin ? 'admin' : 'member';
  try {
    return await repository.transaction(async (tx) => {
      const id = await users.insertUser(tx, { name, email, passwordHash });
      await tx.user.update({ where: { id }, data: { role, isVerified }, select: { id: true } });
      const details = { role, isVerified };
      await repository.note({ action: 'create-user', targetId: id, details }, tx);
      return id;
    });
  } catch (error) {
    if (error instanceof ConflictError) throw new OperationError(error.message, { cause: error });
    throw error;
  }
}

function makeLink({ database, clock, publicUrl }: AdminContext, userId: string): Promise<string> {
  return makeResetLink(
    { resets: createPasswordResetsRepository(database), clock, publicUrl },
    userId,
  );
}
