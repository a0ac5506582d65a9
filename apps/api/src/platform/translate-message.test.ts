import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { translateMessage } from './translate-message.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** The text of a response in the code: a quoted sentence or the name of a field, with placeholders. */
const responseText =
  /(?:(?:\wError|success)\(\s*(?:'[a-z_]+',\s*)?|message(?::|\s=|\s\?\?)\s*|error:\s*(?:\([^)]*\)\s*=>\s*)?|return\s+|\s[?:]\s+)('(?:[A-Z])(?:[^'\\\n]|\\.)*[.!]'|"[A-Z][^"\n]*[.!]"|`(?:[A-Z]|\$\{)[^`\n]*[.!]`)/g;

// Texts of these folders and files are for the operator or the log, not for clients.
const internal =
  /\.test\.ts$|\/(?:config|metrics|events|email|store|poster|formats?|container|image)\/|\.(?:repository|serializer)\.ts$|instance\/|public-lookup|zip-entries|translate-message|messages\.ts/;

it.each([
  ['Please sign in.', 'Bitte melde dich an.'],
  ['The text can be up to 200 characters long.', 'Der Text darf höchstens 200 Zeichen lang sein.'],
  ['"altText.0" is required.', '"altText.0" ist erforderlich.'],
  ['First name is required.', 'Der Vorname ist erforderlich.'],
  [
    'Too many requests. Please try again in 1 second.',
    'Zu viele Anfragen. Bitte versuche es in 1 Sekunde noch einmal.',
  ],
  [
    'Too many requests. Please try again in 12 minutes.',
    'Zu viele Anfragen. Bitte versuche es in 12 Minuten noch einmal.',
  ],
  ['Hello Name! You have been successfully logged in.', 'Hallo Name! Du bist jetzt angemeldet.'],
  ['Words that no message has.', 'Words that no message has.'],
])('translates "%s"', (english, german) => {
  expect(translateMessage('de', english)).toBe(german);
  expect(translateMessage('en', english)).toBe(english);
});

it('takes a moment for a text of any length', () => {
  const text = 'can be up to '.repeat(100_000);
  const start = performance.now();
  expect(translateMessage('de', text)).toBe(text);
  // Quadratic time would be minutes.
  expect(performance.now() - start).toBeLessThan(5000);
});

/** Messages of errors that never leave the server. Plain `Error`s, which become a 500, are not searched. */
const otherTexts = new Set([
  "'The body could not be read.'",
  "'The form could not be received.'",
  "'The form is not admitted.'",
]);

it('every text that clients receive in a response has a message in the language files', () => {
  const files = globSync('{apps/api/src/{http,modules,platform},packages/contracts/src}/**/*.ts', {
    cwd: root,
  }).filter((file) => !internal.test(file));
  const untranslated = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return [...source.matchAll(responseText)]
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
  return ['7', '7 minutes', 'approved', 'text'].some((value) => {
    const sample = text.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, value);
    return translateMessage('de', sample) !== sample;
  });
}
