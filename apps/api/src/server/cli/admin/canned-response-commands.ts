import { createCannedResponse } from '@skein/contracts/moderation';
import type { CannedResponse } from '@skein/contracts/moderation';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, printList, toOneLine } from './options.ts';

const responses: AdminCommand = {
  name: 'responses',
  parameters: [],
  options: { json: jsonOption },
  description: 'list the canned responses of moderators',
  async run({ moderation }, { options }) {
    return printList(await moderation.listCannedResponses(), {
      isJson: options['json'] === true,
      empty: 'There are no canned responses.',
      describe,
    });
  },
};

const createResponse: AdminCommand = {
  name: 'create-response',
  parameters: ['title', 'text'],
  description: 'create a canned response at the end of the list',
  async run({ moderation }, { positionals: [title, text] }) {
    const input = parseInput(createCannedResponse.body.schema, { title, text });
    return [
      describe(await moderation.createCannedResponse(commandLine, independentAttempt(), input)),
    ];
  },
};

const changeResponse: AdminCommand = {
  name: 'change-response',
  parameters: ['id'],
  options: {
    title: { type: 'string', description: 'the new title' },
    text: { type: 'string', description: 'the new text' },
    position: { type: 'string', description: 'the new position in the list, from 1' },
  },
  description: 'change the title, text or position of a canned response',
  async run({ moderation }, { positionals: [id = ''], options }) {
    const all = await moderation.listCannedResponses();
    const current = all.find((each) => each.id === id);
    if (current === undefined) throw new OperationError("This canned response doesn't exist.");
    const ids = moveTo(all, id, options['position']);
    const { title = current.title, text = current.text } = options;
    if (title !== current.title || text !== current.text) {
      const input = parseInput(createCannedResponse.body.schema, { title, text });
      await moderation.updateCannedResponse(commandLine, { responseId: id, ...input });
    }
    if (ids !== null) await moderation.reorderCannedResponses(commandLine, ids);
    return (await moderation.listCannedResponses()).map(describe);
  },
};

const deleteResponse: AdminCommand = {
  name: 'delete-response',
  parameters: ['id'],
  description: 'delete a canned response, as listed by the command responses',
  async run({ moderation }, { positionals: [id = ''] }) {
    await moderation.deleteCannedResponse(commandLine, id);
    return ['The canned response has been deleted.'];
  },
};

export const cannedResponseCommands: readonly AdminCommand[] = [
  responses,
  createResponse,
  changeResponse,
  deleteResponse,
];

function describe({ id, title, text }: CannedResponse): string {
  return `${id}  ${title}  ${toOneLine(text)}`;
}

/**
 * The ids in the new order; null without a position.
 * @throws OperationError
 */
function moveTo(
  all: readonly CannedResponse[],
  id: string,
  option: string | boolean | undefined,
): string[] | null {
  if (option === undefined) return null;
  const position = Number(option);
  if (!Number.isInteger(position) || position < 1 || position > all.length) {
    throw new OperationError(`--position must be a whole number from 1 to ${all.length}.`);
  }
  const others = all.map((each) => each.id).filter((each) => each !== id);
  return others.toSpliced(position - 1, 0, id);
}
