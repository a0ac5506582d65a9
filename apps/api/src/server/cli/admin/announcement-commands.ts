import { announcementLanguages } from '@skein/contracts/administration';
import { announcementInputSchema } from '@skein/contracts/instance';
import type { AdminAnnouncement } from '@skein/contracts/instance';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, printList, readText, toOneLine } from './options.ts';

const languages = announcementLanguages.join(' or ');

const announce: AdminCommand = {
  name: 'announce',
  parameters: ['text'],
  options: {
    start: { type: 'string', description: 'such as 2026-12-01T09:00:00Z; now by default' },
    end: { type: 'string', description: 'without an end by default' },
    language: { type: 'string', description: `only for users of this language: ${languages}` },
  },
  description: 'show a text once to every user',
  async run({ moderation }, { positionals: [text], options }) {
    const input = parseInput(announcementInputSchema, {
      text,
      startsAt: options['start'],
      endsAt: options['end'],
      language: options['language'],
    });
    return [
      describe(await moderation.createAnnouncement(commandLine, independentAttempt(), input)),
    ];
  },
};

const announcements: AdminCommand = {
  name: 'announcements',
  parameters: [],
  options: { json: jsonOption },
  description: 'list the announcements, latest first',
  async run({ moderation }, { options }) {
    return printList(await moderation.listAnnouncements(), {
      isJson: options['json'] === true,
      empty: 'There are no announcements.',
      describe,
    });
  },
};

const editAnnouncement: AdminCommand = {
  name: 'edit-announcement',
  parameters: ['id'],
  options: {
    text: { type: 'string', description: 'the new text' },
    start: { type: 'string', description: 'the new start' },
    end: { type: 'string', description: 'the new end; "" for none' },
    language: { type: 'string', description: `${languages}; "" for every language` },
  },
  description: 'change an announcement, without showing it again',
  async run({ moderation }, { positionals: [id = ''], options }) {
    const before = (await moderation.listAnnouncements()).find((each) => each.id === id);
    if (before === undefined) throw new OperationError("This announcement doesn't exist.");
    const input = parseInput(announcementInputSchema, {
      text: options['text'] ?? before.text,
      startsAt: options['start'] ?? before.startsAt,
      endsAt: readText(options['end'] ?? before.endsAt ?? '') || null,
      language: readText(options['language'] ?? before.language ?? '') || null,
    });
    const change = { announcementId: id, ...input };
    return [describe(await moderation.updateAnnouncement(commandLine, change))];
  },
};

const deleteAnnouncement: AdminCommand = {
  name: 'delete-announcement',
  parameters: ['id'],
  description: 'delete an announcement, as listed by the command announcements',
  async run({ moderation }, { positionals: [id = ''] }) {
    await moderation.deleteAnnouncement(commandLine, id);
    return ['The announcement has been deleted.'];
  },
};

export const announcementCommands: readonly AdminCommand[] = [
  announcements,
  announce,
  editAnnouncement,
  deleteAnnouncement,
];

function describe({ id, status, startsAt, endsAt, dismissals, ...rest }: AdminAnnouncement) {
  const end = endsAt === null ? '' : ` until ${endsAt}`;
  const language = rest.language === null ? '' : `  ${rest.language}`;
  const text = toOneLine(rest.text);
  return `${id}  ${status}  from ${startsAt}${end}${language}  dismissed by ${dismissals}  ${text}`;
}
