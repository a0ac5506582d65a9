import type { Prisma } from '@skein/db';
import type { DemoPlan } from './plan-demo.ts';
import { demoUsername, requireUser } from './plan-users.ts';

const demoNotes = [
  { username: 'mateo', text: 'Still has my big soup pot.' },
  { username: 'hana', text: 'Met at the climbing hall. Prefers Saturday mornings.' },
];

/** The notes of the demo user. */
export function toNoteRows({ community }: DemoPlan): Prisma.UserNoteCreateManyInput[] {
  const { id: authorId, createdAt } = requireUser(community, demoUsername);
  return demoNotes.map(({ username, text }) => {
    const { id: userId } = requireUser(community, username);
    return { authorId, userId, text, createdAt };
  });
}
