import { reactionTypeSchema } from '@skein/contracts/threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseReaction, recount } from './reactions.policy.ts';

describe('choosing a reaction', () => {
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
  ] as const)('wow, having %s, with on=%s, leaves %s', (mine, on, after) => {
    expect(chooseReaction(mine, 'wow', on)).toBe(after);
  });
});

describe('the counts', () => {
  it('are those of the reactions there are, in whatever way they came about', () => {
    const type = fc.option(fc.constantFrom(...reactionTypeSchema.options));
    const change = fc.record({ person: fc.nat({ max: 4 }), after: type });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const reactions = new Map<number, (typeof changes)[number]['after']>();
        let counts = {};
        for (const { person, after } of changes) {
          counts = recount(counts, reactions.get(person) ?? null, after);
          reactions.set(person, after);
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
