import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError } from './env.ts';
import { loadOrCreateSecret } from './secrets.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-secrets-'));
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const secretFile = () => path.join(dataDirectory, 'secrets', 'jwt-secret');
const secret = () => loadOrCreateSecret(secretFile());

describe('loadOrCreateSecret', () => {
  it('returns one secret to concurrent callers and leaves no temporary files', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, secret));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await secret()).toBe(secrets[0]);
    expect(await readdir(path.join(dataDirectory, 'secrets'))).toEqual(['jwt-secret']);
  });

  it.each([
    ['nothing', ''],
    ['half a secret', 'a1'.repeat(16)],
    ['characters other than hexadecimal digits', 'x'.repeat(64)],
  ])('rejects a file with %s', async (_case, content) => {
    const file = secretFile();
    await mkdir(path.dirname(file));
    await writeFile(file, content);
    await expect(secret()).rejects.toThrow(ConfigurationError);
    await expect(secret()).rejects.toThrow(`${file}: `);
  });
});
