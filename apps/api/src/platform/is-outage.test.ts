import { expect, it } from 'vitest';
import { isOutage } from './is-outage.ts';

it.each([
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a machine that is gone', { code: 'EHOSTUNREACH' }],
  ['a network that is gone', { code: 'ENETUNREACH' }],
  ['a server that shuts down', { code: '57P01' }],
  ['a transaction that was left alone for too long', { code: '25P03' }],
  [
    'a raw query that Prisma passed on',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '57P03' } } } },
  ],
  [
    'a connection that was closed under it',
    { code: 'P2010', message: 'Code: `N/A`. Message: `Server has closed the connection.`' },
  ],
  [
    'a connection that broke as a transaction began',
    Object.assign(new Error('ConnectionClosed'), { cause: { kind: 'ConnectionClosed' } }),
  ],
  ['an answer that never came', new Error('Query read timeout')],
  ['a cause further down', { cause: { cause: { code: 'EPIPE' } } }],
])('takes %s for an outage', (_case, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a broken rule', { code: '23505' }],
  [
    'a broken rule in a raw query',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '23514' } } } },
  ],
  ['a mistake in our own code', new TypeError('not a function')],
  ['nothing', undefined],
])('does not take %s for one', (_case, error) => {
  expect(isOutage(error)).toBe(false);
});
