import { afterEach, expect, it } from 'vitest';
import themeScript from '../../public/theme.js?raw';

/** Runs the script as the browser does before the first paint. */
function runThemeScript() {
  // A classic script has no exports to import.
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
  new Function(themeScript)();
}

afterEach(() => {
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['motion'];
});

it('applies the theme chosen on this device', () => {
  runThemeScript();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  localStorage.setItem('theme', 'dark');
  runThemeScript();
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

it('applies the reduced motion chosen on this device', () => {
  runThemeScript();
  expect(document.documentElement.dataset['motion']).toBeUndefined();
  localStorage.setItem('motion', 'reduced');
  runThemeScript();
  expect(document.documentElement.dataset['motion']).toBe('reduced');
});
