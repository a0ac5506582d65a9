import { afterEach, beforeEach, expect, it } from 'vitest';
import themeScript from '../../public/theme.js?raw';

/** Runs the script as the browser does before the first paint. */
function runThemeScript() {
  // A classic script has no exports to import.
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
  new Function(themeScript)();
}

/** jsdom does not record how the page was opened. */
function givenNavigation(type: NavigationTimingType) {
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
}

beforeEach(() => givenNavigation('navigate'));

afterEach(() => {
  delete document.documentElement.dataset['reloaded'];
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['motion'];
  delete document.documentElement.dataset['textSize'];
  delete document.documentElement.dataset['density'];
  delete document.documentElement.dataset['accent'];
  document.documentElement.removeAttribute('style');
  document.head.replaceChildren();
});

it('applies the theme chosen on this device', () => {
  runThemeScript();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  for (const theme of ['dark', 'dim']) {
    localStorage.setItem('theme', theme);
    runThemeScript();
    expect(document.documentElement.dataset['theme']).toBe(theme);
  }
});

it('marks a page that was loaded again, which shows the logo later', () => {
  runThemeScript();
  expect(document.documentElement.dataset['reloaded']).toBeUndefined();
  givenNavigation('reload');
  runThemeScript();
  expect(document.documentElement.dataset['reloaded']).toBe('');
});

it('applies the motion, the text size and the density chosen on this device', () => {
  runThemeScript();
  const { dataset } = document.documentElement;
  expect(dataset).not.toMatchObject({ motion: expect.anything() as string });
  localStorage.setItem('motion', 'reduced');
  localStorage.setItem('text_size', 'large');
  localStorage.setItem('density', 'compact');
  runThemeScript();
  expect(dataset).toMatchObject({ motion: 'reduced', textSize: 'large', density: 'compact' });
});

function givenMeta(name: string, content: string) {
  const meta = document.createElement('meta');
  Object.assign(meta, { name, content });
  document.head.append(meta);
}

it("applies the instance's colors and default theme, until the device has a theme", () => {
  givenMeta('accent', '#14744a');
  givenMeta('default-theme', 'dark');
  runThemeScript();
  const { dataset, style } = document.documentElement;
  expect(dataset).toMatchObject({ accent: '', theme: 'dark' });
  expect(style.getPropertyValue('--instance-accent')).toBe('#14744a');
  localStorage.setItem('theme', 'light');
  runThemeScript();
  expect(dataset['theme']).toBe('light');
});
