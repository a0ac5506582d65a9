import { describe, expect, it } from 'vitest';
import { toLoggedError } from './logged-error.ts';

describe('toLoggedError', () => {
  it('tells an error and what caused it, and nothing else they carry', () => {
    const client = { secretKey: 42, query: 'SELECT 1' };
    const cause = Object.assign(new TypeError('below'), { client });
    const error = Object.assign(new Error('above', { cause }), { code: 'P2010', client });
    expect(toLoggedError(error)).toEqual({
      type: 'Error',
      message: 'above',
      code: 'P2010',
      stack: error.stack,
      cause: { type: 'TypeError', message: 'below', stack: cause.stack },
    });
  });

  it('ends with causes that go round', () => {
    const error = new Error('itself');
    error.cause = error;
    expect(JSON.stringify(toLoggedError(error)).match(/"message":"itself"/g)).toHaveLength(6);
  });

  it.each([
    ['a string', 'a string'],
    [{ message: 'a message', password: 'x' }, 'a message'],
    [{ kind: 'ConnectionClosed' }, 'ConnectionClosed'],
    [undefined, 'not an error'],
  ])('makes do with %j', (thrown, message) => {
    expect(toLoggedError(thrown)).toEqual({ type: typeof thrown, message });
  });
});
