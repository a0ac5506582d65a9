import { beforeEach, expect, it, vi } from 'vitest';
import { readLocale, readLocaleChoice, storeLocaleChoice } from './locale.ts';

beforeEach(() => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'de-AT', 'en']);
});

it("uses the browser's first supported language", () => {
  expect(readLocaleChoice()).toBe('system');
  expect(readLocale()).toBe('de');
});

it('uses the chosen language until the choice is removed', () => {
  storeLocaleChoice('en');
  expect([readLocaleChoice(), readLocale()]).toEqual(['en', 'en']);
  storeLocaleChoice('system');
  expect([readLocaleChoice(), readLocale()]).toEqual(['system', 'de']);
});

it('ignores a stored language that is not supported', () => {
  localStorage.setItem('locale', 'xx');
  expect(readLocaleChoice()).toBe('system');
});
