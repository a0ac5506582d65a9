import { sourceLocale } from '@skein/messages';
import type { Catalog, Locale } from '@skein/messages';
import { serverCatalogs } from '@skein/messages/server';
import { formatMessage } from './messages.ts';

interface Pattern {
  key: string;
  regex: RegExp;
  /** The names of the values whose plural form depends on a number. */
  numbers: ReadonlySet<string>;
  literalLength: number;
}

/** Patterns with several values take quadratic time. No message with shortened values is as long. */
const patternTextMaxLength = 2000;

const sources = Object.entries(serverCatalogs[sourceLocale]).filter(([key]) =>
  /^(?:error|success)\./.test(key),
);
const keysByText = new Map<unknown, string>(sources.map(([key, message]) => [message, key]));
// The most specific pattern first: "A thread is required." before "{label} is required."
const patterns = sources
  .flatMap(([key, message]) => (typeof message === 'string' ? [] : [toPattern(key, message)]))
  .toSorted((a, b) => b.literalLength - a.literalLength);

/**
 * Translates the `message` of a response. Code creates it with its English text, which is part of
 * the API; the key is found by that text, as with gettext. Returns an unknown text unchanged.
 */
export function translateMessage(locale: Locale, text: string): string {
  if (locale === sourceLocale) return text;
  const key = keysByText.get(text);
  if (key !== undefined) return formatMessage(locale, key);
  if (text.length > patternTextMaxLength) return text;
  for (const pattern of patterns) {
    const groups = pattern.regex.exec(text)?.groups;
    if (groups) return formatMessage(locale, pattern.key, toValues(locale, groups, pattern));
  }
  return text;
}

function toValues(locale: Locale, groups: Record<string, string>, { numbers }: Pattern) {
  const entries = Object.entries(groups).map(([name, value]): [string, string | number] => {
    if (numbers.has(name)) return [name, Number(value.replaceAll(/\D/g, ''))];
    // Labels such as "The text" are messages too; other values may be written by users.
    const key = name === 'label' ? keysByText.get(value) : undefined;
    return [name, key === undefined ? value : formatMessage(locale, key)];
  });
  return Object.fromEntries(entries);
}

function toPattern(key: string, message: Exclude<Catalog[string], string>): Pattern {
  const numbers = new Set<string>();
  let literalLength = 0;
  const source = message.map((node) => {
    if (typeof node === 'string') {
      literalLength += node.length;
      return RegExp.escape(node);
    }
    if (!Array.isArray(node)) throw new Error(`${key} has a number outside of a plural form`);
    const [name, , forms] = node as [string, unknown, Record<string, unknown>?];
    if (!forms) return `(?<${name}>.+)`;
    numbers.add(name);
    return `(?<${name}>${Object.values(forms).map(toFormSource).join('|')})`;
  });
  return { key, regex: new RegExp(`^${source.join('')}$`, 's'), numbers, literalLength };
}

/** A plural form: text, and the number as 0. */
function toFormSource(form: unknown): string {
  const parts: unknown[] = Array.isArray(form) ? form : [form];
  return parts
    .map((part) => (typeof part === 'string' ? RegExp.escape(part) : String.raw`[\d,]+`))
    .join('');
}
