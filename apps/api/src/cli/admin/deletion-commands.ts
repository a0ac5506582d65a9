import { purgeThreads, removeAccountNow } from '../../modules/account/index.ts';
import { deleteThreadBatch, purgeDeletedThreads } from '../../modules/threads/index.ts';
import { countThreads, recordCommand } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { requireAccount, requireAnotherOwner } from './user-commands.ts';

const json = { type: 'boolean', description: 'print JSON' } as const;

const purge: AdminCommand = {
  name: 'purge',
  parameters: ['user'],
  options: { json },
  description: 'delete all threads, replies and quotes of a user, in batches',
  async run(context, { positionals: [name = ''], options }) {
    const { database } = context;
    const { id, username } = await requireAccount(database, name);
    const threads = await countThreads(database, id);
    await purgeThreads(toRemovalDependencies(context).threads, id);
    await recordCommand(database, { action: 'purge', targetId: id, details: { threads } });
    if (options['json'] === true) return [JSON.stringify({ id, username, threads })];
    return [`Deleted ${threads} threads of @${username}.`];
  },
};

const deleteUser: AdminCommand = {
  name: 'delete-user',
  parameters: ['user'],
  options: { json },
  description: 'delete an account and everything it published; this cannot be undone',
  async run(context, { positionals: [name = ''], options }) {
    const { database } = context;
    const { id, username } = await requireAccount(database, name);
    await removeAccountNow(toRemovalDependencies(context), id, async (tx) => {
      await requireAnotherOwner(context, tx, id);
      await recordCommand(tx, { action: 'delete', targetId: id });
    });
    if (options['json'] === true) return [JSON.stringify({ id, username })];
    return [`Deleted the account @${username}.`];
  },
};

export const deletionCommands: readonly AdminCommand[] = [purge, deleteUser];

function toRemovalDependencies({ database, clock, mediaStore, bus }: AdminContext) {
  const media = {
    discard: async (files: readonly { storageKey: string }[]) => {
      for (const { storageKey } of files) await mediaStore.remove(storageKey);
    },
    // Left to the periodic job of the servers.
    sweep: () => Promise.resolve({ rows: 0, keys: 0 }),
  };
  const threads = {
    deleteBatch: (authorId: string, limit: number) =>
      deleteThreadBatch({ database, media, bus, isFederated: false }, authorId, limit),
    purgeDeletedThreads: () => purgeDeletedThreads({ database, bus }),
  };
  return { database, clock, threads, media, bus };
}
