import type { Prisma } from '@skein/db';
import { users, type DemoUser } from '../content/users.ts';
import { between, type Random } from '../random.ts';
import { createIdAt } from './timeline.ts';
import { dayMs } from '../../platform/clock.ts';

export interface PlannedUser extends Omit<DemoUser, 'isPrivate' | 'isVerified' | 'hasAvatar'> {
  id: string;
  createdAt: Date;
  isPrivate: boolean;
  isVerified: boolean;
  hasAvatar: boolean;
}

export type Community = ReadonlyMap<string, PlannedUser>;

export const demoUsername = 'demo';

/** All users by username. They register before the first thread. */
export function planUsers(random: Random, now: Date): Map<string, PlannedUser> {
  return new Map(
    users.map((user) => {
      const createdAt = new Date(Math.floor(now.getTime() - between(random, 24, 90) * dayMs));
      const { isPrivate = false, isVerified = false, hasAvatar = true } = user;
      return [
        user.username,
        { ...user, isPrivate, isVerified, hasAvatar, createdAt, id: createIdAt(random, createdAt) },
      ];
    }),
  );
}

/** @throws Error for an unknown username in the content */
export function requireUser(community: Community, username: string): PlannedUser {
  const user = community.get(username);
  if (user === undefined) throw new Error(`There is no demo user ${username}.`);
  return user;
}

export function toUserRow(user: PlannedUser, passwordHash: string): Prisma.UserCreateManyInput {
  return {
    id: user.id,
    username: user.username,
    // A reserved top-level domain, so that no email can be delivered.
    email: `${user.username}@skein.example`,
    name: user.name,
    passwordHash,
    bio: user.bio,
    location: user.location,
    website: user.website ?? null,
    isPrivate: user.isPrivate,
    isVerified: user.isVerified,
    role: user.role ?? 'member',
    createdAt: user.createdAt,
  };
}
