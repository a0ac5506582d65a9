import { expect, it, vi } from 'vitest';
import { detectLanguage } from './detect-language.ts';

vi.unmock('./detect-language.ts');

it.each([
  ['Guten Morgen, heute scheint endlich die Sonne', 'de'],
  ['The weather is lovely this morning', 'en'],
  ['今日はいい天気ですね', 'ja'],
  ['Good @guten_morgen #sonne https://example.org/wetter', null],
  ['ok', null],
])('detects the language of %j: %s', async (text, language) => {
  expect(await detectLanguage(text)).toBe(language);
});
