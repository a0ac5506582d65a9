import type { Database } from '@skein/db';
import type { VapidKeys } from './push-sender.ts';

/**
 * The instance's VAPID key pair, generated on first use. Stored in the database, because all
 * servers must use the same pair and browser subscriptions are bound to it.
 */
export function createPushKeys(database: Database) {
  let cached: VapidKeys | undefined;
  return async (): Promise<VapidKeys> => {
    cached ??= (await find(database)) ?? (await generate(database));
    return cached;
  };
}

const id = 1;

function find(database: Database): Promise<VapidKeys | null> {
  const select = { publicKey: true, privateKey: true };
  return database.pushKey.findFirst({ where: { id }, select });
}

/** When several servers generate a pair at once, the first one is used. */
async function generate(database: Database): Promise<VapidKeys> {
  const { default: webPush } = await import('web-push');
  const generated = { id, ...webPush.generateVAPIDKeys() };
  await database.pushKey.createMany({ data: [generated], skipDuplicates: true });
  return (await find(database)) ?? generated;
}
