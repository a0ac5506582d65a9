import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureDirectory } from '../ensure-directory.ts';
import { ConfigurationError } from './env.ts';

/**
 * Reads the secret of 64 hexadecimal digits from a file. If the file is missing, generates a secret
 * and stores it there, readable only by the server's account.
 * @throws ConfigurationError when the content is invalid or the file cannot be read or created
 */
export async function loadOrCreateSecret(file: string): Promise<string> {
  const secret = await readOrCreate(file).catch((cause: unknown) => {
    if (isErrno(cause, 'ENOSPC')) throw cause;
    throw new ConfigurationError(
      `${file}: cannot be read or created; make the account that runs Skein its owner, or set another file in JWT_SECRET_FILE`,
      { cause },
    );
  });
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new ConfigurationError(
      `${file}: must contain 64 hexadecimal digits; restore it, or delete it to generate a new secret, which signs all users out`,
    );
  }
  return secret;
}

async function readOrCreate(file: string): Promise<string> {
  await ensureDirectory(path.dirname(file), 0o700);
  return (await readIfExists(file)) ?? create(file);
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** If several servers create the file at the same time, all use the secret of the first. */
async function create(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeToDisk(draft, randomBytes(32).toString('hex'));
    // Linking is atomic: other servers never see a file without its content.
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
