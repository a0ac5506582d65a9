import { randomBytes } from 'node:crypto';
import type { Database } from '@skein/db';
import bcrypt from 'bcrypt';
import type { MediaModule } from '../../modules/media/index.ts';
import { readContent } from './content/read-content.ts';
import { hasAccounts, storeDemo } from './demo.repository.ts';
import { planDemo } from './plan/plan-demo.ts';
import { demoUsername } from './plan/plan-users.ts';
import { toRows } from './plan/to-rows.ts';
import { discardImages, processImages } from './process-images.ts';

export interface DemoOptions {
  database: Database;
  media: Pick<
    MediaModule,
    'processUpload' | 'processProfilePicture' | 'insert' | 'claimPicture' | 'discard'
  >;
  bcryptCost: number;
  /** The time before which all demo data was created. */
  now: Date;
}

/** The credentials of the demo user. */
export interface DemoLogin {
  email: string;
  password: string;
}

/** Thrown if the instance has accounts: demo users must not be mixed with real ones. */
export class DemoSeedError extends Error {}

const demoPassword = 'small-repairs';

/**
 * Fills an empty instance with demo users, threads, replies, polls and chats. The data is always the
 * same, except for the times, which end at `now`.
 * @throws DemoSeedError when the instance has accounts
 */
export async function seedDemo(options: DemoOptions): Promise<DemoLogin> {
  const { database, media, bcryptCost, now } = options;
  if (await hasAccounts(database)) {
    throw new DemoSeedError('No demo data was created, because this instance has accounts.');
  }
  const plan = planDemo(readContent(), now);
  const demoHash = await bcrypt.hash(demoPassword, bcryptCost);
  // A random password for all other users, so that nobody can sign in as one of them.
  const lockedHash = await bcrypt.hash(randomBytes(32).toString('base64url'), bcryptCost);
  const images = await processImages(media, plan);
  const rows = toRows(plan, (username) => ({
    passwordHash: username === demoUsername ? demoHash : lockedHash,
    pictureKey: images.avatars.get(username)?.storageKey ?? null,
  }));
  try {
    await storeDemo(database, media, { plan, rows, images });
  } catch (error) {
    await discardImages(media, images);
    throw error;
  }
  return { email: `${demoUsername}@skein.example`, password: demoPassword };
}
