import { expect, it } from 'vitest';
import { renderMessage } from './render-message.ts';
import { withValues } from './response-message.ts';
import type { ResponseMessage } from './response-message.ts';

it.each<[ResponseMessage, string, string]>([
  ['error.signInRequired', 'Please sign in.', 'Bitte melde dich an.'],
  [
    withValues('error.textTooLong', { label: 'error.label.text', max: 200 }),
    'The text can be up to 200 characters long.',
    'Der Text darf höchstens 200 Zeichen lang sein.',
  ],
  [
    withValues('error.required', { label: '"altText.0"' }),
    '"altText.0" is required.',
    '"altText.0" ist erforderlich.',
  ],
  [
    withValues('error.required', { label: 'error.label.firstName' }),
    'First name is required.',
    'Der Vorname ist erforderlich.',
  ],
  [
    withValues('error.tooOftenSeconds', { count: 1 }),
    'Too many requests. Please try again in 1 second.',
    'Zu viele Anfragen. Bitte versuche es in 1 Sekunde noch einmal.',
  ],
  [
    withValues('error.tooOftenMinutes', { count: 12 }),
    'Too many requests. Please try again in 12 minutes.',
    'Zu viele Anfragen. Bitte versuche es in 12 Minuten noch einmal.',
  ],
  [
    withValues('error.importRowsMax', { max: 50_000 }),
    'A file can have up to 50,000 rows.',
    'Eine Datei kann bis zu 50.000 Zeilen haben.',
  ],
  [
    withValues('success.signedInByLink', { name: 'Name' }),
    'Hello Name! You have been successfully logged in.',
    'Hallo Name! Du bist jetzt angemeldet.',
  ],
])('renders %j as "%s" and "%s"', (message, english, german) => {
  expect(renderMessage('en', message)).toBe(english);
  expect(renderMessage('de', message)).toBe(german);
});

it('does not read a value that users write as a key or as a part of the message', () => {
  const message = withValues('success.signedInByLink', { name: 'error.signInRequired {name}' });
  expect(renderMessage('en', message)).toBe(
    'Hello error.signInRequired {name}! You have been successfully logged in.',
  );
});
