import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { translateError } from './translate-error.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** The text of an error in the code: a quoted sentence or the name of a field, with placeholders. */
const errorText =
  /(?:Error\(\s*(?:'[a-z_]+',\s*)?|message(?::|\s=|\s\?\?)\s*|error:\s*(?:\([^)]*\)\s*=>\s*)?|return\s+)('(?:[A-Z])(?:[^'\\\n]|\\.)*[.!]'|"[A-Z][^"\n]*[.!]"|`(?:[A-Z]|\$\{)[^`\n]*[.!]`)/g;

// Errors of these folders and files are for the operator or the log, not for clients.
const internal =
  /\.test\.ts$|\/(?:config|metrics|events|email|store|poster|formats?|container|image)\/|\.(?:repository|serializer)\.ts$|instance\/|public-lookup|zip-entries|translate-error|messages\.ts/;

it.each([
  ['Please sign in.', 'Bitte melde dich an.'],
  [
    'The text can be at most 200 characters long.',
    'Der Text darf höchstens 200 Zeichen lang sein.',
  ],
  ['"altText.0" is required.', '"altText.0" ist erforderlich.'],
  ['First name is required.', 'Der Vorname ist erforderlich.'],
  [
    'That was too often. Please try again in 1 second.',
    'Das war zu oft. Bitte versuche es in 1 Sekunde noch einmal.',
  ],
  [
    'That was too often. Please try again in 12 minutes.',
    'Das war zu oft. Bitte versuche es in 12 Minuten noch einmal.',
  ],
  ['Words that no message has.', 'Words that no message has.'],
])('translates "%s"', (english, german) => {
  expect(translateError('de', english)).toBe(german);
  expect(translateError('en', english)).toBe(english);
});

/** Messages of successes, and of errors that never leave the server. */
const otherTexts = new Set([
  "'Follow request sent!'",
  "'The body could not be read.'",
  "'The file is uploaded.'",
  "'The form could not be received.'",
  "'The form is not admitted.'",
  "'The thread is deleted.'",
  "'You follow this person now.'",
  "'You have been successfully logged in.'",
  '`Hello ${user.name}! You have been successfully logged in.`',
  '`Welcome to ${instanceName}, ${name}!`',
]);

it('every error that clients receive has a message in the language files', () => {
  const files = globSync('{apps/api/src/{http,modules,platform},packages/contracts/src}/**/*.ts', {
    cwd: root,
  }).filter((file) => !internal.test(file));
  const untranslated = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return [...source.matchAll(errorText)]
      .map(([, quoted = '']) => quoted)
      .filter((quoted) => !otherTexts.has(quoted) && !isTranslated(quoted))
      .map((quoted) => `${file}: ${quoted}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(untranslated).toEqual([]);
});

/** Tries the text with likely values instead of its placeholders. */
function isTranslated(quoted: string): boolean {
  const text = quoted.slice(1, -1).replaceAll(/\$\{[^}]*\? '([^']*)'[^}]*\}/g, '$1');
  return ['7', '7 minutes', 'approved'].some((value) => {
    const sample = text.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, value);
    return translateError('de', sample) !== sample;
  });
}
