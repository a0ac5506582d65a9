import { describe, expect, it } from 'vitest';
import { t } from './index.ts';

describe('t', () => {
  it('fills in values', () => {
    expect(t('auth.signInTitle', { instance: 'Skein' })).toBe('Sign in to Skein');
  });

  it('writes numbers as the language does', () => {
    expect(t('time.days', { count: 1234 })).toBe('1,234d');
  });

  it('does not read a value as a pattern', () => {
    expect(t('auth.signInTitle', { instance: '$& {name}' })).toBe('Sign in to $& {name}');
  });
});
