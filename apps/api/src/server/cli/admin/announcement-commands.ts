import { announcementLanguages } from '@skein/contracts/administration';
import { announcementInputSchema } from '@skein/contracts/instance';
import type { AdminAnnouncement } from '@skein/contracts/instance';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { withOperationErrors } from './with-operation-errors.ts';

const announce: AdminCommand = {
  name: 'announce',
  parameters: ['text'],
  options: {
    start: { type: 'string', description: 'such as 2026-12-01T09:00:00Z; now by default' },
    end: { type: 'string', description: 'without an end by default' },
    language: {
      type: 'string',
      description: `only for users of this language: ${announcementLanguages.join(' or ')}`,
    },
  },
  description: 'show a text once to every user',
  async run({ announcements, repository }, { positionals: [text], options }) {
    const { success, data, error } = announcementInputSchema.safeParse({
      text,
      startsAt: options['start'],
      endsAt: options['end'],
      language: options['language'],
    });
    if (!success) throw new OperationError(error.issues[0]?.message ?? '');
    const created = await withOperationErrors(() =>
      repository.transaction(async (tx) => {
        const announcement = await announcements.create(tx, data);
        const details = { text: announcement.text };
        await repository.recordAction({ action: 'create_announcement', details }, tx);
        return announcement;
      }),
    );
    return [describe(created)];
  },
};

const announcements: AdminCommand = {
  name: 'announcements',
  parameters: [],
  description: 'list the announcements, latest first',
  async run(context) {
    const all = await context.announcements.listAll();
    return all.length === 0 ? ['There are no announcements.'] : all.map(describe);
  },
};

const deleteAnnouncement: AdminCommand = {
  name: 'delete-announcement',
  parameters: ['id'],
  description: 'delete an announcement, as listed by the command announcements',
  async run(context, { positionals: [id = ''] }) {
    const { repository } = context;
    await withOperationErrors(() =>
      repository.transaction(async (tx) => {
        const text = await context.announcements.remove(tx, id);
        await repository.recordAction({ action: 'delete_announcement', details: { text } }, tx);
      }),
    );
    return ['The announcement has been deleted.'];
  },
};

export const announcementCommands: readonly AdminCommand[] = [
  announcements,
  announce,
  deleteAnnouncement,
];

function describe({ id, status, startsAt, endsAt, dismissals, ...rest }: AdminAnnouncement) {
  const end = endsAt === null ? '' : ` until ${endsAt}`;
  const language = rest.language === null ? '' : `  ${rest.language}`;
  const text = rest.text.replaceAll('\n', ' ');
  return `${id}  ${status}  from ${startsAt}${end}${language}  dismissed by ${dismissals}  ${text}`;
}
