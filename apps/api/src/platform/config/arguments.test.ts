import { expect, it } from 'vitest';
import { ArgumentsError, readArguments } from './arguments.ts';

it('readArguments accepts --demo', () => {
  expect(readArguments([])).toEqual({ isDemo: false });
  expect(readArguments(['--demo'])).toEqual({ isDemo: true });
});

it.each([['--dmeo'], ['demo'], ['']])('readArguments rejects %j with one sentence', (argument) => {
  const read = () => readArguments(['--demo', argument]);
  expect(read).toThrow(ArgumentsError);
  expect(read).toThrow(`Unknown argument "${argument}". The only argument is --demo.`);
});
