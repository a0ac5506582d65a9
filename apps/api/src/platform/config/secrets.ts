import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureDirectory } from '../ensure-directory.ts';
import { ConfigurationError } from './env.ts';

/**
 * A secret of this instance's own, made at first use and kept in a file, readable to the server's
 * account alone: 64 hexadecimal digits.
 * @throws ConfigurationError when the file holds anything else, or there can be none.
 */
export async function loadOrCreateSecret(file: string): Promise<string> {
  const secret = await readOrMake(file).catch((cause: unknown) => {
    if (isErrno(cause, 'ENOSPC')) throw cause;
    throw new ConfigurationError(
      `${file}: cannot be read or made; give it to the account that runs Skein, or name another in JWT_SECRET_FILE`,
      { cause },
    );
  });
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new ConfigurationError(
      `${file}: must hold 64 hexadecimal digits; restore it, or remove it to sign everybody out and get a new one`,
    );
  }
  return secret;
}

async function readOrMake(file: string): Promise<string> {
  await ensureDirectory(path.dirname(file), 0o700);
  return (await readIfThere(file)) ?? make(file);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Of several servers that make it at once, the first one's is everybody's. */
async function make(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeToDisk(draft, randomBytes(32).toString('hex'));
    // A link, unlike a create followed by a write, never shows the file without its content.
    await link(draft, file);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

async function writeToDisk(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
