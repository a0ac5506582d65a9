import { updateAdminPage, updateAdminRules } from '@skein/contracts/instance';
import type { Rule, RulesInput } from '@skein/contracts/instance';
import { instancePages } from '@skein/contracts/administration';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { jsonOption, printList, readText, readTextFile } from './options.ts';

const descriptionOption = { type: 'string', description: 'what the rule means' } as const;

const rules: AdminCommand = {
  name: 'rules',
  parameters: [],
  options: { json: jsonOption },
  description: 'list the rules of the instance with their numbers',
  async run({ moderation }, { options }) {
    const saved = await moderation.describeRules();
    return printRules(saved.rules, options['json'] === true);
  },
};

const addRule: AdminCommand = {
  name: 'add-rule',
  parameters: ['title'],
  options: { description: descriptionOption },
  description: 'add a rule after the others',
  run: (context, { positionals: [title = ''], options }) =>
    changeRules(context, (before) => [
      ...before,
      { title, description: readText(options['description']) },
    ]),
};

const editRule: AdminCommand = {
  name: 'edit-rule',
  parameters: ['number'],
  options: {
    title: { type: 'string', description: 'the new title' },
    description: descriptionOption,
  },
  description: 'change the title or the description of a rule',
  run: (context, { positionals: [number = ''], options }) =>
    changeRules(context, (before) => {
      const position = readPosition(number, before);
      return before.map((rule, index) =>
        index === position
          ? {
              ...rule,
              title: readText(options['title'] ?? rule.title),
              description: readText(options['description'] ?? rule.description),
            }
          : rule,
      );
    }),
};

const moveRule: AdminCommand = {
  name: 'move-rule',
  parameters: ['number', 'new number'],
  description: 'move a rule to another position',
  run: (context, { positionals: [from = '', to = ''] }) =>
    changeRules(context, (before) => {
      const moved = before.slice(readPosition(from, before), readPosition(from, before) + 1);
      const others = before.filter((rule) => !moved.includes(rule));
      return others.toSpliced(readPosition(to, before), 0, ...moved);
    }),
};

const deleteRule: AdminCommand = {
  name: 'delete-rule',
  parameters: ['number'],
  description: 'delete a rule',
  run: (context, { positionals: [number = ''] }) =>
    changeRules(context, (before) => before.toSpliced(readPosition(number, before), 1)),
};

const page: AdminCommand = {
  name: 'page',
  parameters: ['page'],
  description: `print the text of a page: ${instancePages.join(', ')}`,
  async run({ moderation }, { positionals: [name = ''] }) {
    const { text } = await moderation.describePage(name);
    return [text === '' ? 'This page has no text.' : text];
  },
};

const setPage: AdminCommand = {
  name: 'set-page',
  parameters: ['page', 'file'],
  description: 'set the text of a page from a Markdown file, or from standard input with -',
  async run({ moderation }, { positionals: [name = '', file = ''] }) {
    const { version } = await moderation.describePage(name);
    const text = await readTextFile(file);
    const input = parseInput(updateAdminPage.body.schema, { version, text });
    const saved = await moderation.updatePage(commandLine, { page: name, ...input });
    return [saved.text === '' ? 'The page has no text now.' : 'The page has been saved.'];
  },
};

/** Rules and pages about the instance. */
export const ruleCommands: readonly AdminCommand[] = [
  rules,
  addRule,
  editRule,
  moveRule,
  deleteRule,
  page,
  setPage,
];

/** Saves the changed rules and returns the lines to print. */
async function changeRules(
  { moderation }: AdminContext,
  change: (before: RulesInput['rules']) => RulesInput['rules'],
): Promise<string[]> {
  const { version, rules: before } = await moderation.describeRules();
  const input = parseInput(updateAdminRules.body.schema, { version, rules: change(before) });
  return printRules((await moderation.updateRules(commandLine, input)).rules, false);
}

/** @throws OperationError for a number without a rule */
function readPosition(number: string, { length }: { length: number }): number {
  const position = Number(number) - 1;
  if (Number.isInteger(position) && position >= 0 && position < length) return position;
  throw new OperationError(`There is no rule with the number ${number}.`);
}

function printRules(listed: readonly Rule[], isJson: boolean): string[] {
  const numbered = listed.map((rule, index) => ({ number: index + 1, ...rule }));
  return printList(numbered, {
    isJson,
    empty: 'There are no rules.',
    describe: ({ number, title, description }) =>
      `${number}. ${title}${description === '' ? '' : `  (${description})`}`,
  });
}
