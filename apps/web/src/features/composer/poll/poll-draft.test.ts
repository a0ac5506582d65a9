import { pollOptionsMax } from '@skein/contracts/limits';
import { describe, expect, it } from 'vitest';
import { isPollEmpty, pollProblem, reducePoll, toPollInput } from './poll-draft.ts';
import type { PollAction, PollDraft } from './poll-draft.ts';

function after(...actions: PollAction[]): PollDraft {
  const started: PollAction[] = [{ type: 'poll-started' }, ...actions];
  const poll = started.reduce<PollDraft | null>(reducePoll, null);
  if (!poll) throw new Error('The poll was removed');
  return poll;
}

const ask = (question: string): PollAction => ({ type: 'poll-question-changed', question });
const write = (...texts: string[]): PollAction[] =>
  texts.map((text, id) => ({ type: 'poll-option-changed', id, text }));
const addOption: PollAction = { type: 'poll-option-added' };
const collectTexts = (poll: PollDraft) => poll.options.map(({ text }) => text);

describe('the options of a poll', () => {
  it('start with two and are limited to the maximum', () => {
    expect(after().options).toHaveLength(2);
    const full = after(...Array.from({ length: 9 }, () => addOption));
    expect(full.options).toHaveLength(pollOptionsMax);
    expect(new Set(full.options.map(({ id }) => id)).size).toBe(pollOptionsMax);
  });

  it('can be removed down to two', () => {
    const three = [addOption, ...write('One', 'Two', 'Three')];
    const removeSecond: PollAction = { type: 'poll-option-removed', id: 1 };
    expect(collectTexts(after(...three, removeSecond))).toEqual(['One', 'Three']);
    expect(after(removeSecond).options).toHaveLength(2);
  });

  it('are truncated to their maximum length', () => {
    expect(collectTexts(after(...write('👍'.repeat(81))))[0]).toBe('👍'.repeat(80));
    expect(after(ask('a'.repeat(301))).question).toHaveLength(300);
  });
});

describe('pollProblem', () => {
  it.each([
    ['everything', after(), 'no-question'],
    ['the question', after(...write('One', 'Two')), 'no-question'],
    ['an option', after(ask('Which?'), ...write('One', '  ')), 'too-few-options'],
    ['a difference', after(ask('Which?'), ...write('One', 'One ')), 'same-options'],
    ['nothing', after(ask('Which?'), ...write('One', 'Two')), null],
    ['nothing, with an empty field', after(ask('?'), addOption, ...write('1', '2')), null],
  ])('detects that %s is missing', (_what, poll, problem) => {
    expect(pollProblem(poll)).toBe(problem);
  });
});

it('sends the poll without empty options', () => {
  const poll = after(
    ask('Which? '),
    addOption,
    ...write('One', '', 'Three '),
    { type: 'poll-multiple-changed', multiple: true },
    { type: 'poll-duration-changed', durationMinutes: 5 },
  );
  expect(toPollInput(poll)).toEqual({
    question: 'Which?',
    options: ['One', 'Three'],
    multiple: true,
    durationMinutes: 5,
  });
});

it('starts only once and can be removed', () => {
  const poll = after(ask('Which?'));
  expect(reducePoll(poll, { type: 'poll-started' })).toBe(poll);
  expect(reducePoll(poll, { type: 'poll-removed' })).toBeNull();
  expect(isPollEmpty(after())).toBe(true);
  expect(isPollEmpty(poll)).toBe(false);
});
