import { expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createAccessTokens } from './access-tokens.ts';

const issuedAt = new Date('2026-01-01T00:00:00Z');
const expiresAt = new Date('2026-01-08T00:00:00Z');

it('rejects a token that expires after it was accepted', () => {
  const tokens = createAccessTokens({ secret: 'a secret of this test' });
  const claims = { userId: newId(), sessionId: newId() };
  const token = tokens.sign(claims, { issuedAt, expiresAt });
  const lastSecond = new Date(expiresAt.getTime() - 1000);
  expect(tokens.verify(token, lastSecond)).toEqual(claims);
  expect(tokens.verify(token, lastSecond)).toEqual(claims);
  expect(tokens.verify(token, expiresAt)).toBeNull();
});

it('rejects a token of another secret, also after the same claims were accepted', () => {
  const claims = { userId: newId(), sessionId: newId() };
  const [tokens, others] = ['first', 'second'].map((secret) => createAccessTokens({ secret }));
  const token = tokens?.sign(claims, { issuedAt, expiresAt }) ?? '';
  expect(tokens?.verify(token, issuedAt)).toEqual(claims);
  const forged = others?.sign(claims, { issuedAt, expiresAt }) ?? '';
  expect(tokens?.verify(forged, issuedAt)).toBeNull();
});
