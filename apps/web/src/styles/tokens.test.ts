import { describe, expect, it } from 'vitest';
import { toReadableAccent } from '@skein/contracts/accent-color';
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

describe.each(['light', 'dark', 'dim'] as const)('the %s theme', (theme) => {
  it.each(pairs)('has enough contrast for %s', (foreground, backgrounds, ratio) => {
    for (const background of backgrounds) {
      const reached = contrast(getColor(foreground, theme), getColor(background, theme));
      expect(reached, `${foreground} on ${background}`).toBeGreaterThanOrEqual(ratio);
    }
  });
});

it("the dim theme keeps the contrast of an instance's accent color", () => {
  for (let hue = 0; hue < 360; hue += 20) {
    // The settings of the instance accept only readable colors.
    const accent = mix(toReadableAccent(toHex(hue), 'dark'), '#ffffff', 0.76);
    const tinted = mix(accent, getColor('canvas', 'dim'), 0.12);
    for (const background of [
      ...surfaces.slice(0, 4).map((name) => getColor(name, 'dim')),
      tinted,
    ]) {
      expect(contrast(accent, background), `${accent} on ${background}`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  }
});

/** The colors of the themes, and those with which the dim theme replaces the dark ones. */
const [themed = '', dimmed = ''] = tokens.split("[data-theme='dim']");

function getColor(name: string, theme: 'light' | 'dark' | 'dim'): string {
  const pair = new RegExp(String.raw`--color-${name}: light-dark\((#\w{6}), (#\w{6})\);`).exec(
    themed,
  );
  const dim = new RegExp(String.raw`--color-${name}: (#\w{6});`).exec(dimmed);
  const single = new RegExp(String.raw`--color-${name}: (#\w{6});`).exec(themed);
  // Every color with two values has a dim one too.
  const color = single?.[1] ?? (theme === 'dim' ? dim?.[1] : pair?.[theme === 'light' ? 1 : 2]);
  if (color === undefined) throw new Error(`No color ${name}`);
  return color;
}

/** A saturated color of a hue. */
function toHex(hue: number): string {
  const channels = [0, 8, 4].map((offset) => {
    const position = (offset + hue / 30) % 12;
    return 0.5 - 0.5 * Math.max(-1, Math.min(position - 3, 9 - position, 1));
  });
  return `#${channels.map((value) => toHexChannel(value * 255)).join('')}`;
}

/** As `color-mix(in srgb, …)`. */
function mix(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [first, second] = [color, other].map((each) =>
      Number.parseInt(each.slice(start, start + 2), 16),
    );
    return (first ?? 0) * share + (second ?? 0) * (1 - share);
  });
  return `#${channels.map(toHexChannel).join('')}`;
}

function toHexChannel(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
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
