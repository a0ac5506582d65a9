import { reactionTypeSchema } from '@skein/contracts/threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseReaction, updateCounts } from './reactions.policy.ts';

describe('chooseReaction', () => {
  it.each([
    [null, undefined, 'wow'],
    ['wow', undefined, null],
    ['sad', undefined, 'wow'],
    [null, true, 'wow'],
    ['wow', true, 'wow'],
    ['sad', true, 'wow'],
    [null, false, null],
    ['wow', false, null],
    ['sad', false, 'sad'],
  ] as const)('changes the reaction %s, for "wow" with on=%s, to %s', (current, on, after) => {
    expect(chooseReaction(current, 'wow', on)).toBe(after);
  });
});

describe('updateCounts', () => {
  it('equals the number of reactions of each type after any sequence of changes', () => {
    const type = fc.option(fc.constantFrom(...reactionTypeSchema.options));
    const change = fc.record({ userId: fc.nat({ max: 4 }), after: type });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const reactions = new Map<number, (typeof changes)[number]['after']>();
        let counts = {};
        for (const { userId, after } of changes) {
          counts = updateCounts(counts, reactions.get(userId) ?? null, after);
          reactions.set(userId, after);
        }
        const types = [...reactions.values()].filter((value) => value !== null);
        const expected = Object.fromEntries(
          types.map((each) => [each, types.filter((other) => other === each).length]),
        );
        expect(counts).toEqual(expected);
      }),
    );
  });
});
