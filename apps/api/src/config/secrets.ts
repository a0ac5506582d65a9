import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A secret of this instance's own, made at first use and kept in the data directory, readable
 * to the server's account alone.
 */
export async function keepSecret(dataDirectory: string, name: string): Promise<string> {
  const directory = path.join(dataDirectory, 'secrets');
  const file = path.join(directory, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    // 'wx' fails where the file exists: of two servers starting at once, one makes the secret.
    await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
