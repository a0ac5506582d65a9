import { describe, expect, it } from 'vitest';
import { toLoggedError } from './logged-error.ts';

describe('toLoggedError', () => {
  it('includes an error and its causes, but none of their other properties', () => {
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

  it.each([
    ['550 5.1.1 <ada@example.org>: user unknown', '550 5.1.1 <[redacted]>: user unknown'],
    ['no route to postgres://skein:p%40ss@db:5432/skein', 'no route to postgres://db:5432/skein'],
    ['GET /login?token=abc-d_e.f&next=1 failed', 'GET /login?token=[redacted]&next=1 failed'],
    ['bad token eyJhbGciOi.eyJzdWIi.c2ln', 'bad token [redacted]'],
    ['syntax error in tsquery: "two\nwords"', 'syntax error in tsquery: [redacted]'],
    ['violates check constraint "no_more"', 'violates check constraint "no_more"'],
    ['Cannot find /app/pg@8.1.0/index.js', 'Cannot find /app/pg@8.1.0/index.js'],
  ])('redacts %j', (message, redacted) => {
    const error = new Error(message, { cause: new Error(message) });
    expect(toLoggedError(error)).toMatchObject({ message: redacted, cause: { message: redacted } });
    expect(toLoggedError(error).stack).toContain(`Error: ${redacted}\n    at `);
  });

  // A search that starts again at each character takes about a minute.
  it.each(['x', '@'])('redacts a long message of %j in linear time', (character) => {
    const message = character.repeat(200_000);
    expect(toLoggedError(new Error(message)).message).toBe(message);
  });

  it('ends with a circular chain of causes', () => {
    const error = new Error('itself');
    error.cause = error;
    expect(JSON.stringify(toLoggedError(error)).match(/"message":"itself"/g)).toHaveLength(6);
  });

  it.each([
    ['a string', 'a string'],
    [{ message: 'a message', password: 'x' }, 'a message'],
    [{ kind: 'ConnectionClosed' }, 'ConnectionClosed'],
    [undefined, 'not an error'],
  ])('accepts the thrown value %j', (thrown, message) => {
    expect(toLoggedError(thrown)).toEqual({ type: typeof thrown, message });
  });
});
