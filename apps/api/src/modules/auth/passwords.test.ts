import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, isCommonPassword } from './passwords.ts';

describe('matches', () => {
  const passwords = createPasswords({ bcryptCost: 9 });
  let hash: string;

  beforeAll(async () => {
    hash = await passwords.hash('analytical engine');
  });

  it('knows the right password from a wrong one and from none', async () => {
    expect(await passwords.matches('analytical engine', hash)).toBe(true);
    expect(await passwords.matches('difference engine', hash)).toBe(false);
    expect(await passwords.matches('no account has this', undefined)).toBe(false);
  });

  it('knows a password from the same with more after it, however long it is', async () => {
    const longest = 'é'.repeat(36);
    const longestHash = await passwords.hash(longest);
    expect(await passwords.matches(longest, longestHash)).toBe(true);
    expect(await passwords.matches(`${longest}!`, longestHash)).toBe(false);
  });

  it('works as hard for an account that does not exist', async () => {
    // What this process worked, on whatever thread: other processes do not add to it.
    const workOf = async (passwordHash: string | undefined) => {
      const start = process.cpuUsage();
      await passwords.matches('difference engine', passwordHash);
      return process.cpuUsage(start).user;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      known.push(await workOf(hash));
      unknown.push(await workOf(undefined));
    }
    // The best of several: what else the process does can only add to it.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('isCommonPassword', () => {
  it.each(['password', 'PassWord', 'iloveyou', 'trustno1'])('knows %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it('does not know what nobody uses', async () => {
    expect(await isCommonPassword('analytical engine')).toBe(false);
  });
});
