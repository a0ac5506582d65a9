import { describe, expect, it } from 'vitest';
import { isTokenValid, readTokenExpiry } from './token.ts';

const withPayload = (payload: unknown) => `e30.${btoa(JSON.stringify(payload))}.signature`;
const nowMs = 1_800_000_000_000;
const now = nowMs / 1000;

describe('isTokenValid', () => {
  it('compares the expiry in seconds', () => {
    expect(isTokenValid(withPayload({ exp: now + 1 }), nowMs)).toBe(true);
    expect(isTokenValid(withPayload({ exp: now }), nowMs)).toBe(false);
    expect(isTokenValid(withPayload({ exp: now - 1 }), nowMs)).toBe(false);
  });

  it.each([
    '',
    'token',
    'a.b.c',
    'a.%%%.c',
    withPayload(null),
    withPayload('text'),
    withPayload({}),
    withPayload({ exp: '1900000000' }),
    withPayload({ exp: null }),
  ])('counts %j as expired', (token) => {
    expect(isTokenValid(token, nowMs)).toBe(false);
  });
});

describe('readTokenExpiry', () => {
  it('decodes the URL-safe Base64 of JWTs with any characters in a name', () => {
    const payload = btoa(
      String.fromCodePoint(...new TextEncoder().encode('{"name":"ÿ?>ÿ","exp":1900000000}')),
    );
    const token = `e30.${payload.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}.s`;
    expect(readTokenExpiry(token)).toBe(1_900_000_000);
  });
});
