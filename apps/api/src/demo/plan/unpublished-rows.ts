import type { Prisma } from '@skein/db';
import { createRandom } from '../random.ts';
import type { PlannedThread } from './plan-threads.ts';
import { demoUsername } from './plan-users.ts';
import { createIdAt } from './timeline.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';

const scheduledSeed = 22;
const scheduledText =
  'Repair café tonight, six o’clock. Bring what hums, leave what works. #repaircafe';
const scheduledPartTexts = [
  'Tonight’s bench has room for eight: two lamps, two zips, and whatever the bus brings.',
  'No soldering iron needed. We have three, and one of them is even warm.',
];

interface ScheduledRows {
  scheduledThreads: Prisma.ScheduledThreadCreateManyInput[];
  scheduledParts: Prisma.ScheduledPartCreateManyInput[];
}

/** The demo user publishes a chain two days after the last thread. */
export function toScheduledRows(threads: readonly PlannedThread[]): ScheduledRows {
  const last = threads.at(-1);
  const author = threads.find((thread) => thread.author.username === demoUsername)?.author;
  if (last === undefined || author === undefined) {
    return { scheduledThreads: [], scheduledParts: [] };
  }
  const { createdAt } = last;
  const { id: authorId } = author;
  const id = createIdAt(createRandom(scheduledSeed), createdAt);
  const scheduledAt = new Date(createdAt.getTime() + 2 * dayMs);
  return {
    scheduledThreads: [{ id, authorId, content: scheduledText, scheduledAt, createdAt }],
    scheduledParts: scheduledPartTexts.map((content, index) => {
      return { scheduledId: id, authorId, content, position: index + 1, files: 0 };
    }),
  };
}

const draftSeed = 24;
const demoDrafts = [
  {
    topic: 'repaircafe',
    texts: [
      'What we learned in a year of Thursday evenings: most broken things have one loose part.',
      'The second thing: people come for the toaster and stay for the',
    ],
  },
  {
    topic: '',
    texts: ['Help me plan the next evening.'],
    poll: {
      question: 'What shall we repair first?',
      options: ['Bicycles', 'Lamps', ''],
      multiple: false,
      durationMinutes: 1440,
    },
  },
];

/** The demo user has saved them in the hours after the last thread. */
export function toDraftRows(threads: readonly PlannedThread[]): Prisma.DraftCreateManyInput[] {
  const last = threads.at(-1);
  const author = threads.find((thread) => thread.author.username === demoUsername)?.author;
  if (last === undefined || author === undefined) return [];
  const random = createRandom(draftSeed);
  return demoDrafts.map((draft, index) => {
    const savedAt = new Date(last.createdAt.getTime() + index * hourMs);
    const id = createIdAt(random, savedAt);
    return { ...draft, id, authorId: author.id, createdAt: savedAt, updatedAt: savedAt };
  });
}
