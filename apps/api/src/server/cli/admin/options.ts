import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperationError } from '../operation-error.ts';
import type { AdminArguments } from './command.ts';

type Option = AdminArguments['options'][string];

export const jsonOption = { type: 'boolean', description: 'one JSON object per line' } as const;

const entriesMax = 10_000;
const entriesDefault = 50;

export const limitOption = {
  type: 'string',
  description: `the maximum number of entries; ${entriesDefault} by default`,
} as const;

/** Empty without the option. */
export const readText = (option: Option): string => (typeof option === 'string' ? option : '');

/** @throws OperationError */
export function readWholeNumber(name: string, value: Option, max: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new OperationError(`${name} must be a whole number from 1 to ${max}.`);
}

/** @throws OperationError */
export const readLimit = (option: Option): number =>
  readWholeNumber('--limit', option ?? String(entriesDefault), entriesMax);

/**
 * The text of a file, or of standard input for `-`.
 * @throws OperationError
 */
export async function readTextFile(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new OperationError(`${file} cannot be read.`, { cause });
  }
}

/** The lines of a list, or JSON. */
export function printList<Item>(
  items: readonly Item[],
  { isJson, describe, empty }: { isJson: boolean; describe: (item: Item) => string; empty: string },
): string[] {
  if (isJson) return items.map((item) => JSON.stringify(item));
  return items.length === 0 ? [empty] : items.map(describe);
}

/** A text as a part of one line. */
export const toOneLine = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();
