import { limitNames } from '@skein/contracts/http';
import { expect, it } from 'vitest';
import { readRateLimits as read } from './rate-limit-rules.ts';

it('has a rule for every rate limit', () => {
  expect(Object.keys(read({}) ?? {}).toSorted()).toEqual([...limitNames].toSorted());
});

it('multiplies all rate limits by the factor', () => {
  expect(read({ RATE_LIMIT_FACTOR: '0.5' })).toMatchObject({
    reads: { max: 150, seconds: 60 },
    messages: { max: 30, seconds: 60, steadySeconds: 1 },
  });
});

it('disables rate limits with a factor of 0', () => {
  expect(read({ RATE_LIMIT_FACTOR: '0' })).toBeNull();
});

it('reads a rate limit from its variable', () => {
  const rules = read({ RATE_LIMIT_READS: '10/90s', RATE_LIMIT_FOLLOWS: '7/2h' });
  expect(rules).toMatchObject({
    reads: { max: 10, seconds: 90 },
    follows: { max: 7, seconds: 7200 },
  });
});

it.each(['10', '0/1m', '10/1d', '-1/1m', '10/0s', '1e3/1m', ' 10/1m'])(
  'rejects %j as a rate limit',
  (value) => {
    expect(() => read({ RATE_LIMIT_READS: value })).toThrow('must be a number and a time');
  },
);
