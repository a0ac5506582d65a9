import type { Database } from '@skein/db';
import type { VapidKeys } from './push-sender.ts';

/**
 * The instance's own pair of keys, made when it is first wanted. It lies in the database, since all
 * servers have to use the same and browsers are bound to it.
 */
export function createPushKeys(database: Database) {
  let kept: VapidKeys | undefined;
  return async (): Promise<VapidKeys> => {
    kept ??= (await find(database)) ?? (await make(database));
    return kept;
  };
}

const id = 1;

function find(database: Database): Promise<VapidKeys | null> {
  const select = { publicKey: true, privateKey: true };
  return database.pushKey.findUnique({ where: { id }, select });
}

/** Of servers that make one at once, the first one's holds. */
async function make(database: Database): Promise<VapidKeys> {
  const { default: webPush } = await import('web-push');
  const made = { id, ...webPush.generateVAPIDKeys() };
  await database.pushKey.createMany({ data: [made], skipDuplicates: true });
  return (await find(database)) ?? made;
}
