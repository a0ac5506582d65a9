import { describe, expect, it } from 'vitest';
import { includesScope } from './scopes.ts';

describe('a granted scope', () => {
  it.each([
    ['read', 'read:statuses'],
    ['read:statuses', 'read:statuses'],
    ['write', 'write:media'],
    ['follow', 'read:blocks'],
    ['follow', 'write:follows'],
    ['push', 'push'],
    ['profile', 'profile'],
    ['read:accounts', 'profile'],
    ['read', 'read'],
  ])('"%s" includes "%s"', (granted, required) => {
    expect(includesScope([granted], required)).toBe(true);
  });

  it.each([
    ['read:statuses', 'read:accounts'],
    ['read:statuses', 'read'],
    ['read', 'write:statuses'],
    ['follow', 'write:statuses'],
    ['follow', 'read'],
    ['profile', 'read:accounts'],
    ['push', 'read:notifications'],
  ])('"%s" does not include "%s"', (granted, required) => {
    expect(includesScope([granted], required)).toBe(false);
  });
});
