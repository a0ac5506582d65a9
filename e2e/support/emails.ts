import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

/** Waits for the latest email to an address and returns its reset token. */
export async function readResetToken(email: string): Promise<string> {
  let token: string | undefined;
  await expect
    .poll(async () => {
      token = await findResetToken(email);
      return token;
    })
    .toBeDefined();
  return token ?? '';
}

async function findResetToken(email: string): Promise<string | undefined> {
  const directory = process.env['SKEIN_OUTBOX'] ?? '';
  const names = await readdir(directory).catch(() => []);
  // File names begin with the time.
  for (const name of names.toSorted((a, b) => b.localeCompare(a))) {
    const message = await readFile(path.join(directory, name), 'utf8');
    if (message.includes(email)) return /reset-password#token=([\w-]+)/.exec(message)?.[1];
  }
  return undefined;
}
