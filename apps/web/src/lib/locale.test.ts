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

it("uses the instance's default until a choice is made, also that of the browser's language", () => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'default-language', content: 'en' });
  document.head.append(meta);
  expect(readLocale()).toBe('en');
  storeLocaleChoice('system');
  expect(readLocale()).toBe('de');
  meta.remove();
});

it('ignores a stored language that is not supported', () => {
  localStorage.setItem('locale', 'xx');
  expect(readLocaleChoice()).toBe('system');
});
