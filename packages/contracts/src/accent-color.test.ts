import { expect, it } from 'vitest';
import { accentContrast, accentContrastMin, themes, toReadableAccent } from './accent-color.ts';

it('measures the contrast with white text and every surface of the theme', () => {
  expect(accentContrast('#000000', 'light')).toBeGreaterThan(15);
  expect(accentContrast('#ffffff', 'light')).toBe(1);
  expect(accentContrast('#c83c14', 'light')).toBeGreaterThanOrEqual(accentContrastMin);
  expect(accentContrast('#c83c14', 'dark')).toBeLessThan(accentContrastMin);
});

it('finds a readable color near every color, in both themes', () => {
  for (const color of ['#ffff00', '#0000ff', '#808080', '#000000', '#ffffff', '#14744a']) {
    for (const theme of themes) {
      const readable = toReadableAccent(color, theme);
      expect(accentContrast(readable, theme)).toBeGreaterThanOrEqual(accentContrastMin);
    }
  }
  expect(toReadableAccent('#14744a', 'light')).toBe('#14744a');
});
