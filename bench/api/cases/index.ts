import type { Case } from './case.ts';
import { feedCases } from './feeds.ts';
import { largeCases } from './large.ts';
import { readCases } from './reads.ts';
import { writeCases } from './writes.ts';

/** In order of execution: cases that write come last. */
const cases: readonly Case[] = [...feedCases, ...readCases, ...largeCases, ...writeCases];

export const caseNames = cases.map(({ name }) => name);

export function selectCases(names: readonly string[]): Case[] {
  return cases.filter(({ name }) => names.includes(name));
}
