import {
  pollDurationMaxMinutes,
  pollDurationMinMinutes,
  pollOptionMaxLength,
  pollOptionsMax,
  pollOptionsMin,
  pollQuestionMaxLength,
} from '@skein/contracts/limits';
import { isBlank, normalizeText } from '@skein/contracts/text';
import type { PollInput } from '@skein/contracts/threads';
import { truncateText } from '../editor/truncate-text.ts';

interface PollOptionDraft {
  /** Unique within its poll. */
  id: number;
  text: string;
}

/** A poll in the composer. */
export interface PollDraft {
  question: string;
  options: PollOptionDraft[];
  multiple: boolean;
  durationMinutes: number;
}

export type PollAction =
  | { type: 'poll-started' }
  | { type: 'poll-removed' }
  | { type: 'poll-question-changed'; question: string }
  | { type: 'poll-option-changed'; id: number; text: string }
  | { type: 'poll-option-added' }
  | { type: 'poll-option-removed'; id: number }
  | { type: 'poll-multiple-changed'; multiple: boolean }
  | { type: 'poll-duration-changed'; durationMinutes: number };

export type PollProblem = 'no-question' | 'too-few-options' | 'same-options';

const hour = 60;
const day = 24 * hour;

/** The selectable durations of a poll, in minutes. */
export const pollDurations = [
  pollDurationMinMinutes,
  30,
  hour,
  6 * hour,
  day,
  3 * day,
  pollDurationMaxMinutes,
] as const;

const emptyPoll: PollDraft = {
  question: '',
  options: Array.from({ length: pollOptionsMin }, (_, id) => ({ id, text: '' })),
  multiple: false,
  durationMinutes: day,
};

export function reducePoll(poll: PollDraft | null, action: PollAction): PollDraft | null {
  if (action.type === 'poll-started') return poll ?? emptyPoll;
  if (poll === null || action.type === 'poll-removed') return null;
  switch (action.type) {
    case 'poll-question-changed':
      return { ...poll, question: truncateText(action.question, pollQuestionMaxLength) };
    case 'poll-multiple-changed':
      return { ...poll, multiple: action.multiple };
    case 'poll-duration-changed':
      return { ...poll, durationMinutes: action.durationMinutes };
    case 'poll-option-added':
    case 'poll-option-changed':
    case 'poll-option-removed':
      return { ...poll, options: reduceOptions(poll.options, action) };
  }
}

function reduceOptions(
  options: PollOptionDraft[],
  action: Extract<PollAction, { type: `poll-option-${string}` }>,
): PollOptionDraft[] {
  switch (action.type) {
    case 'poll-option-added': {
      const id = Math.max(...options.map((option) => option.id)) + 1;
      return options.length < pollOptionsMax ? [...options, { id, text: '' }] : options;
    }
    case 'poll-option-removed':
      return options.length > pollOptionsMin
        ? options.filter(({ id }) => id !== action.id)
        : options;
    case 'poll-option-changed':
      return options.map((option) =>
        option.id === action.id
          ? { ...option, text: truncateText(action.text, pollOptionMaxLength) }
          : option,
      );
  }
}

/** The reason why the poll cannot be posted, or null. */
export function pollProblem(poll: PollDraft): PollProblem | null {
  const options = nonEmptyOptions(poll);
  // Duplicates are an error; empty fields are only incomplete.
  if (new Set(options).size < options.length) return 'same-options';
  if (isBlank(poll.question)) return 'no-question';
  return options.length < pollOptionsMin ? 'too-few-options' : null;
}

/** The poll as the API expects it, without empty options. */
export function toPollInput(poll: PollDraft): PollInput {
  const { multiple, durationMinutes } = poll;
  return {
    question: normalizeText(poll.question),
    options: nonEmptyOptions(poll),
    multiple,
    durationMinutes,
  };
}

export const isPollEmpty = (poll: PollDraft): boolean =>
  isBlank(poll.question) && nonEmptyOptions(poll).length === 0;

function nonEmptyOptions({ options }: PollDraft): string[] {
  return options.map(({ text }) => normalizeText(text)).filter((text) => text !== '');
}
