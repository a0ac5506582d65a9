import { randomBytes } from 'node:crypto';
import type { Database } from '@skein/db';
import bcrypt from 'bcrypt';
import type { MediaModule } from '../modules/media/index.ts';
import { commandName } from '../platform/config/npm.ts';
import { readContent } from './content/read-content.ts';
import { hasAccount, hasAccounts, storeDemo } from './demo.repository.ts';
import { planDemo } from './plan/plan-demo.ts';
import { ownerUsername } from './plan/plan-moderation.ts';
import { demoUsername } from './plan/plan-users.ts';
import { toRows } from './plan/to-rows.ts';
import { discardImages, processImages } from './process-images.ts';

export interface DemoOptions {
  database: Database;
  media: Pick<
    MediaModule,
    | 'processUpload'
    | 'processProfileImage'
    | 'processLinkImage'
    | 'insert'
    | 'claimPicture'
    | 'discard'
  >;
  bcryptCost: number;
  /** The time before which all demo data was created. */
  now: Date;
  /** Called before the work, which takes seconds. */
  onStart: () => void;
}

export interface DemoLogin {
  email: string;
  password: string;
}

export interface DemoLogins {
  /** A member, for everyone who tries the demo. */
  user: DemoLogin;
  /** For the administration. The password is random, because a demo can be public. */
  owner: DemoLogin;
}

/** Thrown if the instance has accounts: demo users must not be mixed with real ones. For the operator. */
export class DemoSeedError extends Error {}

const demoLogin: DemoLogin = { email: `${demoUsername}@skein.example`, password: 'small-repairs' };
const ownerEmail = `${ownerUsername}@skein.example`;

/**
 * Fills an empty instance with demo users, threads, replies, polls and chats. The data is always the
 * same, except for the times, which end at `now`.
 * @throws DemoSeedError when the instance has accounts
 */
export async function seedDemo(options: DemoOptions): Promise<DemoLogins> {
  const { database, media, bcryptCost, now, onStart } = options;
  if (await hasAccount(database, demoLogin)) {
    throw new DemoSeedError(
      `The demo data exists. Sign in as ${demoLogin.email} with the password ${demoLogin.password}. For a new password of ${ownerEmail}, run: ${commandName('admin')} reset-link ${ownerUsername}`,
    );
  }
  if (await hasAccounts(database)) {
    throw new DemoSeedError(
      'No demo data was created, because this instance has accounts. For a demo, set DATA_DIR to an empty folder.',
    );
  }
  onStart();
  const plan = planDemo(readContent(), now);
  // A random password for all other users, so that nobody can sign in as one of them.
  const lockedHash = await bcrypt.hash(randomBytes(32).toString('base64url'), bcryptCost);
  const owner = { email: ownerEmail, password: randomBytes(9).toString('base64url') };
  const hashes = new Map([
    [demoUsername, await bcrypt.hash(demoLogin.password, bcryptCost)],
    [ownerUsername, await bcrypt.hash(owner.password, bcryptCost)],
  ]);
  const images = await processImages(media, plan);
  const rows = toRows(plan, (username) => ({
    passwordHash: hashes.get(username) ?? lockedHash,
    pictureKey: images.avatars.get(username)?.storageKey ?? null,
    bannerKey: images.banners.get(username)?.storageKey ?? null,
  }));
  try {
    await storeDemo(database, media, { plan, rows, images, now });
  } catch (error) {
    await discardImages(media, images);
    throw error;
  }
  return { user: demoLogin, owner };
}
