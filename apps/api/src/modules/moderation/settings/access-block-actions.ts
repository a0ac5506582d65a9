import type { AccessBlock } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { AccessBlockInput, SiteSettingsStore } from '../../instance/index.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { recordAction } from '../audit/audit.repository.ts';

interface Dependencies {
  database: Database;
  siteSettings: SiteSettingsStore;
}

/**
 * @throws ValidationError
 * @throws ConflictError if it exists already, there are too many, or it contains the viewer's address
 */
export async function createAccessBlock(
  { siteSettings, database }: Dependencies,
  { userId: actorId }: Actor,
  idempotency: Idempotency,
  { address, ...input }: AccessBlockInput & { address: string | undefined },
): Promise<AccessBlock> {
  const { id } = idempotency;
  const find = async () =>
    (await siteSettings.accessBlocks.list()).find((each) => each.id === id) ?? null;
  const notFound = () => new NotFoundError('error.accessBlockNotFound');
  return createOnce(idempotency, {
    find,
    create: async () => {
      await database.$transaction(async (tx) => {
        const details = await siteSettings.accessBlocks.create(tx, { id, ...input }, address);
        await recordAction(tx, { actorId, action: 'create_block', details });
      });
      await siteSettings.load();
      const block = await find();
      if (block === null) throw notFound();
      return block;
    },
    deletedError: notFound,
  });
}

/** @throws NotFoundError */
export async function deleteAccessBlock(
  { database, siteSettings }: Dependencies,
  { userId: actorId }: Actor,
  id: string,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const details = await siteSettings.accessBlocks.remove(tx, id);
    await recordAction(tx, { actorId, action: 'delete_block', details });
  });
  await siteSettings.load();
}
