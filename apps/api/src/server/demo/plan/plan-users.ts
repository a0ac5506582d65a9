import type { Prisma } from '@skein/db';
import { people, type DemoUser } from '../content/users.ts';
import { between, type Random } from '../random.ts';
import { dayMs, idAt } from './timeline.ts';

export interface PlannedUser extends Omit<DemoUser, 'isPrivate' | 'isVerified'> {
  id: string;
  createdAt: Date;
  isPrivate: boolean;
  isVerified: boolean;
}

export type Community = ReadonlyMap<string, PlannedUser>;

export const demoUsername = 'demo';

/** Everybody by username. All came before the first thread. */
export function planUsers(random: Random, now: Date): Map<string, PlannedUser> {
  return new Map(
    people.map((person) => {
      const createdAt = new Date(Math.floor(now.getTime() - between(random, 24, 90) * dayMs));
      const { isPrivate = false, isVerified = false } = person;
      return [
        person.username,
        { ...person, isPrivate, isVerified, createdAt, id: idAt(random, createdAt) },
      ];
    }),
  );
}

/** @throws Error for a name that the content mentions and nobody has. */
export function requireUser(community: Community, username: string): PlannedUser {
  const person = community.get(username);
  if (person === undefined) throw new Error(`Nobody in the demo is called ${username}.`);
  return person;
}

export function toUserRow(person: PlannedUser, passwordHash: string): Prisma.UserCreateManyInput {
  return {
    id: person.id,
    username: person.username,
    // A reserved domain: no mail ever reaches anybody.
    email: `${person.username}@skein.example`,
    name: person.name,
    passwordHash,
    bio: person.bio,
    location: person.location,
    website: person.website ?? null,
    isPrivate: person.isPrivate,
    isVerified: person.isVerified,
    createdAt: person.createdAt,
  };
}
