import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { getCatalogName } from './catalog-names.ts';

export type Messages = Readonly<Record<string, string>>;
export type ValueType = 'string' | 'number';
export type Values = Readonly<Record<string, ValueType>>;

/** icu-minify's node types for `{n, plural, …}` and `{n, number}`. */
const plural = 2;
const number = 4;

export function compileMessages(messages: Messages): Map<string, CompiledMessage> {
  return new Map(
    Object.entries(messages).map(([key, text]) => {
      try {
        const compiled = compile(text);
        readValues(compiled);
        return [key, compiled];
      } catch (cause) {
        throw new Error(`${key}: ${cause instanceof Error ? cause.message : ''}`, { cause });
      }
    }),
  );
}

/** The names of the values that a message needs, in order, with their types. */
export function readValues(compiled: CompiledMessage): Values {
  const found: Record<string, ValueType> = {};
  collectValues(compiled, found);
  return found;
}

function collectValues(node: unknown, found: Record<string, ValueType>): void {
  if (!Array.isArray(node)) return;
  for (const part of node as unknown[]) {
    if (!Array.isArray(part)) continue;
    const [name, type, details] = part as [string, unknown, unknown];
    if (type === undefined) found[name] ??= 'string';
    else if (type === number && details === undefined) found[name] = 'number';
    else if (type === plural) {
      found[name] = 'number';
      for (const form of Object.values(details as object)) collectValues(form, found);
    } else {
      throw new Error(
        `use only {name}, {name, number} and {name, plural, …}; write < as '<' if it is text`,
      );
    }
  }
}

/** Every difference that would leave a message of a language without a text or without a value. */
export function findProblems(
  locale: string,
  source: ReadonlyMap<string, CompiledMessage>,
  translation: ReadonlyMap<string, CompiledMessage>,
): string[] {
  const problems: string[] = [];
  for (const [key, message] of source) {
    const translated = translation.get(key);
    if (translated === undefined || translated === '') {
      problems.push(`${locale}.json has no text for "${key}"`);
    } else if (signature(translated) !== signature(message)) {
      problems.push(
        `${locale}.json needs the values ${signature(message)} in "${key}", not ${signature(translated)}`,
      );
    }
  }
  for (const key of translation.keys()) {
    if (!source.has(key)) problems.push(`${locale}.json has "${key}", which en.json does not have`);
    if (!getCatalogName(key)) {
      problems.push(`"${key}" has a prefix that is in no catalog of src/catalog-names.ts`);
    }
  }
  return problems;
}

function signature(message: CompiledMessage): string {
  const values = Object.entries(readValues(message)).toSorted(([a], [b]) => a.localeCompare(b));
  return `{${values.map(([name, type]) => `${name}: ${type}`).join(', ')}}`;
}
