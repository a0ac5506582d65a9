import { expect, it } from 'vitest';
import { isOutage } from './is-outage.ts';

it.each([
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['an unreachable host', { code: 'EHOSTUNREACH' }],
  ['an unreachable network', { code: 'ENETUNREACH' }],
  ['a server that shuts down', { code: '57P01' }],
  ['an idle transaction timeout', { code: '25P03' }],
  ['a write that reached a replica after a failover', { code: '25006' }],
  [
    'a raw query that Prisma passed on',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '57P03' } } } },
  ],
  [
    'a connection that the database closed',
    { code: 'P2010', message: 'Code: `N/A`. Message: `Server has closed the connection.`' },
  ],
  [
    'a connection that broke as a transaction began',
    Object.assign(new Error('ConnectionClosed'), { cause: { kind: 'ConnectionClosed' } }),
  ],
  ['a query timeout', new Error('Query read timeout')],
  ['a nested cause', { cause: { cause: { code: 'EPIPE' } } }],
])('treats %s as an outage', (_case, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a violated constraint', { code: '23505' }],
  [
    'a violated check constraint in a raw query',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '23514' } } } },
  ],
  ['a programming error', new TypeError('not a function')],
  ['nothing', undefined],
])('does not treat %s as an outage', (_case, error) => {
  expect(isOutage(error)).toBe(false);
});
