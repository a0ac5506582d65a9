import { reportAssignees, reportTargetTypes } from '@skein/contracts/administration';
import { addModerationNote, messageReporter } from '@skein/contracts/moderation';
import type { AdminReport, NamedUser, ReportDetails } from '@skein/contracts/moderation';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, limitOption, printList, readLimit, readText, toOneLine } from './options.ts';
import { requireAccount } from './user-commands.ts';

/** Nothing is assigned to the command line. */
const assignees = reportAssignees.filter((each) => each !== 'me');

const reports: AdminCommand = {
  name: 'reports',
  parameters: [],
  options: {
    resolved: { type: 'boolean', description: 'those that were decided, instead of the open ones' },
    assignee: { type: 'string', description: assignees.join(' or ') },
    type: { type: 'string', description: reportTargetTypes.join(' or ') },
    rule: { type: 'string', description: 'the title of the broken rule' },
    person: { type: 'string', description: 'only reports about this username' },
    reporter: { type: 'string', description: 'only reports of this username' },
    limit: limitOption,
    json: jsonOption,
  },
  description: 'list reports, latest first',
  async run({ moderation }, { options }) {
    const { content } = await moderation.listReports(commandLine, {
      page: 0,
      size: readLimit(options['limit']),
      status: options['resolved'] === true ? 'resolved' : 'open',
      assignee: readOneOf('--assignee', assignees, options['assignee']),
      targetType: readOneOf('--type', reportTargetTypes, options['type']),
      rule: readText(options['rule']),
      person: readText(options['person']),
      reporter: readText(options['reporter']),
    });
    return printList(content, {
      isJson: options['json'] === true,
      empty: 'There are no reports.',
      describe: describeReport,
    });
  },
};

const report: AdminCommand = {
  name: 'report',
  parameters: ['id'],
  options: {
    context: { type: 'boolean', description: 'what was written around the reported content' },
    json: { type: 'boolean', description: 'print JSON' },
  },
  description: 'print who handles a report, its notes and its history',
  async run({ moderation }, { positionals: [id = ''], options }) {
    const details = await moderation.getReportDetails(commandLine, id);
    const context =
      options['context'] === true ? await moderation.getReportContext(commandLine, id) : null;
    if (options['json'] === true) return [JSON.stringify({ ...details, ...context })];
    const items = context?.items ?? [];
    return [
      ...describeDetails(details),
      ...items.map(
        ({ createdAt, position, author, text }) =>
          `${position}  ${createdAt}  ${nameOf(author)}  ${toOneLine(text ?? 'deleted')}`,
      ),
    ];
  },
};

const assignReport: AdminCommand = {
  name: 'assign-report',
  parameters: ['id', 'user'],
  description: 'assign a report to a moderator',
  async run({ moderation, repository }, { positionals: [reportId = '', name = ''] }) {
    const { id: userId, username } = await requireAccount(repository, name);
    await moderation.assignReport(commandLine, { reportId, userId });
    return [`@${username} handles the report now.`];
  },
};

const unassignReport: AdminCommand = {
  name: 'unassign-report',
  parameters: ['id'],
  description: 'assign a report to nobody',
  async run({ moderation }, { positionals: [reportId = ''] }) {
    await moderation.assignReport(commandLine, { reportId, userId: null });
    return ['Nobody handles the report now.'];
  },
};

const noteReport: AdminCommand = {
  name: 'note-report',
  parameters: ['id', 'text'],
  options: {
    'about-user': { type: 'boolean', description: 'shown in all reports about the same user' },
  },
  description: 'add a note for other moderators to a report',
  async run({ moderation }, { positionals: [reportId = '', text], options }) {
    const about = options['about-user'] === true ? 'user' : 'report';
    const note = parseInput(addModerationNote.body.schema, { about, text });
    const attempt = independentAttempt();
    await moderation.addModerationNote(commandLine, attempt, { reportId, ...note });
    return ['The note has been added.'];
  },
};

const writeToReporter: AdminCommand = {
  name: 'message-reporter',
  parameters: ['id', 'text'],
  description: 'write to the reporter of a report',
  async run({ moderation }, { positionals: [reportId = '', given] }) {
    const { text } = parseInput(messageReporter.body.schema, { text: given });
    const attempt = independentAttempt();
    await moderation.messageReporter(commandLine, attempt, { reportId, text });
    return ['The message has been sent.'];
  },
};

const dismissReport: AdminCommand = {
  name: 'dismiss-report',
  parameters: ['id'],
  description: 'close a report without consequences',
  async run({ moderation }, { positionals: [id = ''] }) {
    await moderation.dismissReport(commandLine, id);
    return ['The report has been dismissed.'];
  },
};

export const reportCommands: readonly AdminCommand[] = [
  reports,
  report,
  assignReport,
  unassignReport,
  noteReport,
  writeToReporter,
  dismissReport,
];

/** @throws OperationError */
function readOneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  option: string | boolean | undefined,
): Value | '' {
  if (option === undefined) return '';
  const found = values.find((value) => value === option);
  if (found !== undefined) return found;
  throw new OperationError(`${name} must be ${values.join(' or ')}.`);
}

function describeReport(each: AdminReport): string {
  const { id, createdAt, status, targetType, targetId, reason, rules, note, text } = each;
  return [
    id,
    createdAt,
    status,
    `${targetType} ${targetId}`,
    `of ${nameOf(each.person)}`,
    `by ${each.automaticRule ?? nameOf(each.reporter)}`,
    [reason, ...rules].join(', '),
    each.assignee === null ? '' : `handled by ${nameOf(each.assignee)}`,
    note === null ? '' : `note: ${toOneLine(note)}`,
    text === null ? '' : toOneLine(text),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function describeDetails(details: ReportDetails): string[] {
  const { assignee, resolver, notes, events, strikesCount } = details;
  return [
    `handled by: ${assignee === null ? 'nobody' : nameOf(assignee)}`,
    ...(resolver === null ? [] : [`decided by: ${nameOf(resolver)}`]),
    `strikes of the user: ${strikesCount}`,
    ...notes.map(
      ({ createdAt, about, author, text }) =>
        `note about the ${about}  ${createdAt}  ${nameOf(author)}  ${toOneLine(text)}`,
    ),
    ...events.map(({ createdAt, action, actor, assignee: username, assigneeId }) => {
      // A deleted account has an id only.
      const to = username === null ? (assigneeId ?? '') : `@${username}`;
      return `${action}  ${createdAt}  ${nameOf(actor)}${to === '' ? '' : `  to ${to}`}`;
    }),
  ];
}

/** The command line and deleted accounts have no name. */
const nameOf = (user: NamedUser | null): string => (user === null ? '-' : `@${user.username}`);
