import { describe, expect, it } from 'vitest';
import tokens from './tokens.css?raw';

const surfaces = ['canvas', 'sunken', 'raised', 'hover', 'welcome'];
const avatars = Array.from({ length: 10 }, (_, index) => `avatar-${index}`);

/** Color pairs and their minimum contrast ratios (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: [foreground: string, backgrounds: string[], ratio: number][] = [
  ['ink', [...surfaces, 'pressed', 'match'], 4.5],
  ['muted', [...surfaces, 'pressed'], 4.5],
  ['accent', [...surfaces, 'accent-soft'], 4.5],
  ['mark', surfaces, 4.5],
  // Links in text differ from the other words by color alone.
  ['mark', ['ink'], 3],
  ['danger', [...surfaces, 'danger-soft'], 4.5],
  ['success', surfaces, 4.5],
  ['warning', surfaces, 4.5],
  ['info', surfaces, 4.5],
  ['like', surfaces, 4.5],
  ['repost', surfaces, 4.5],
  ['on-accent', ['accent', 'accent-strong'], 4.5],
  ['on-danger', ['danger'], 4.5],
  ['inverse', ['ink'], 4.5],
  ['on-avatar', avatars, 4.5],
  ['field', ['canvas', 'raised'], 3],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(pairs)('has enough contrast for %s', (foreground, backgrounds, ratio) => {
    for (const background of backgrounds) {
      const reached = contrast(getColor(foreground, theme), getColor(background, theme));
      expect(reached, `${foreground} on ${background}`).toBeGreaterThanOrEqual(ratio);
    }
  });
});

function getColor(name: string, theme: 'light' | 'dark'): string {
  const themed = new RegExp(String.raw`--color-${name}: light-dark\((#\w{6}), (#\w{6})\);`).exec(
    tokens,
  );
  const single = new RegExp(String.raw`--color-${name}: (#\w{6});`).exec(tokens);
  const color = single?.[1] ?? themed?.[theme === 'light' ? 1 : 2];
  if (color === undefined) throw new Error(`No color ${name}`);
  return color;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
