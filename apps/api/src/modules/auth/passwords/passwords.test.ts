import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, isCommonPassword } from './passwords.ts';

const owner = 'address:203.0.113.1';

describe('matches', () => {
  const passwords = createPasswords({ bcryptCost: 9 });
  let hash: string;

  beforeAll(async () => {
    hash = await passwords.hash('analytical engine', owner);
  });

  it('accepts the right password and rejects a wrong one and an unknown account', async () => {
    expect(await passwords.matches('analytical engine', hash, owner)).toBe(true);
    expect(await passwords.matches('difference engine', hash, owner)).toBe(false);
    expect(await passwords.matches('no account has this', undefined, owner)).toBe(false);
  });

  it('rejects a password of maximum length with more characters appended', async () => {
    const longest = 'é'.repeat(36);
    const longestHash = await passwords.hash(longest, owner);
    expect(await passwords.matches(longest, longestHash, owner)).toBe(true);
    expect(await passwords.matches(`${longest}!`, longestHash, owner)).toBe(false);
  });

  it('takes as long for an account that does not exist', async () => {
    // CPU time of this process on all threads, which other processes do not affect.
    const measureCpu = async (passwordHash: string | undefined) => {
      const start = process.cpuUsage();
      await passwords.matches('difference engine', passwordHash, owner);
      return process.cpuUsage(start).user;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      known.push(await measureCpu(hash));
      unknown.push(await measureCpu(undefined));
    }
    // The minimum of several rounds: other work of the process can only add to it.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('isCommonPassword', () => {
  it.each(['password', 'PassWord', 'iloveyou', 'trustno1'])('recognizes %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it('does not recognize an uncommon password', async () => {
    expect(await isCommonPassword('analytical engine')).toBe(false);
  });
});
