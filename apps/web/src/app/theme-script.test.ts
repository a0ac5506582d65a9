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
  delete document.documentElement.dataset['accent'];
  document.documentElement.removeAttribute('style');
  document.head.replaceChildren();
});

it('applies the theme chosen on this device', () => {
  runThemeScript();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  localStorage.setItem('theme', 'dark');
  runThemeScript();
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

it('marks a page that was loaded again, which shows the logo later', () => {
  runThemeScript();
  expect(document.documentElement.dataset['reloaded']).toBeUndefined();
  givenNavigation('reload');
  runThemeScript();
  expect(document.documentElement.dataset['reloaded']).toBe('');
});

it('applies the reduced motion chosen on this device', () => {
  runThemeScript();
  expect(document.documentElement.dataset['motion']).toBeUndefined();
  localStorage.setItem('motion', 'reduced');
  runThemeScript();
  expect(document.documentElement.dataset['motion']).toBe('reduced');
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
