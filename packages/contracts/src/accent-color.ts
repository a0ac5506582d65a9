/** Colors of the instance: their contrast with the surfaces of both themes (WCAG 2.2, 1.4.3). */

export const themes = ['light', 'dark'] as const;

export type ThemeName = (typeof themes)[number];

/** The minimum contrast of text. */
export const accentContrastMin = 4.5;

/**
 * The surfaces that links and icons in the accent color are on, and the one that is tinted with it:
 * the tokens `canvas`, `sunken`, `hover` and `raised` of the web app.
 */
const surfaces = {
  light: ['#ffffff', '#f6f5f3', '#f5f4f1'],
  dark: ['#131211', '#1b1a18', '#1d1b1a', '#211f1d'],
} as const satisfies Record<ThemeName, readonly string[]>;

/** The tint of the token `accent-soft`: its share of the accent color, and the color below it. */
const tints = {
  light: { share: 0.08, surface: '#ffffff' },
  dark: { share: 0.12, surface: '#131211' },
} as const satisfies Record<ThemeName, { share: number; surface: string }>;

const colorPattern = /^#[\da-f]{6}$/;

/** Whether this is a color such as `#c83c14`, in lower case. */
export function isHexColor(text: string): boolean {
  return colorPattern.test(text);
}

/** The lowest contrast of an accent color with what it is on in a theme, from 1 to 21. */
export function accentContrast(color: string, theme: ThemeName): number {
  const { share, surface } = tints[theme];
  const backgrounds = [...surfaces[theme], mix(color, surface, share)];
  return Math.min(...backgrounds.map((background) => contrast(color, background)));
}

/** The nearest color with enough contrast in a theme: darker in the light one, lighter in the dark one. */
export function toReadableAccent(color: string, theme: ThemeName): string {
  const end = theme === 'light' ? '#000000' : '#ffffff';
  for (let percent = 0; percent < 100; percent += 2) {
    const candidate = mix(end, color, percent / 100);
    if (accentContrast(candidate, theme) >= accentContrastMin) return candidate;
  }
  return end;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As `color-mix(in srgb, …)`. */
function mix(color: string, other: string, share: number): string {
  const others = toChannels(other);
  const channels = toChannels(color).map((value, index) =>
    Math.round(value * share + (others[index] ?? 0) * (1 - share)),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function toChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
