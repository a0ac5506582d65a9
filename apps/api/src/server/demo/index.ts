import { randomBytes } from 'node:crypto';
import type { Database } from '@skein/db';
import bcrypt from 'bcrypt';
import type { MediaModule, MediaStore } from '../../modules/media/index.ts';
import { readContent } from './content/read-content.ts';
import { hasAccounts, storeDemo } from './demo.repository.ts';
import { drawAvatars, drawThreadPictures } from './draw-pictures.ts';
import { planDemo } from './plan/plan-demo.ts';
import { demoUsername } from './plan/plan-users.ts';
import { toRows } from './plan/to-rows.ts';

export interface DemoOptions {
  database: Database;
  media: Pick<MediaModule, 'prepare' | 'insert' | 'discard'>;
  /** Where profile pictures go. */
  mediaStore: MediaStore;
  bcryptCost: number;
  /** Everything happened before it. */
  now: Date;
}

/** What a visitor signs in with. */
export interface DemoLogin {
  email: string;
  password: string;
}

/** The instance has accounts: made-up people do not go among real ones. */
export class DemoSeedError extends Error {}

const visitorPassword = 'small-repairs';

/**
 * Fills an empty instance with a small community: people with pictures, threads, replies, polls,
 * chats. The same at every instance, but for the times, which end at `now`.
 * @throws DemoRefusedError when there are accounts
 */
export async function seedDemo(options: DemoOptions): Promise<DemoLogin> {
  const { database, media, mediaStore, bcryptCost, now } = options;
  if (await hasAccounts(database)) {
    throw new DemoSeedError(
      'The demo was left out: it fills only an empty instance, and this one has accounts.',
    );
  }
  const plan = planDemo(readContent(), now);
  const visitorHash = await bcrypt.hash(visitorPassword, bcryptCost);
  // Nobody signs in as the others.
  const lockedHash = await bcrypt.hash(randomBytes(32).toString('base64url'), bcryptCost);
  const avatars = await drawAvatars(mediaStore, plan.community);
  const pictures = await drawThreadPictures(media, plan.threads).catch(async (error: unknown) => {
    await removeAll(mediaStore, avatars.values());
    throw error;
  });
  const rows = toRows(plan, (username) => ({
    passwordHash: username === demoUsername ? visitorHash : lockedHash,
    pictureKey: avatars.get(username) ?? null,
  }));
  try {
    await storeDemo(database, media.insert, { plan, rows, pictures });
  } catch (error) {
    await removeAll(mediaStore, avatars.values());
    await media.discard(pictures.map(({ prepared }) => prepared));
    throw error;
  }
  return { email: `${demoUsername}@skein.example`, password: visitorPassword };
}

async function removeAll(mediaStore: MediaStore, keys: Iterable<string>): Promise<void> {
  for (const key of keys) await mediaStore.remove(key);
}
