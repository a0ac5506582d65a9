import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';

const emailKey = 'remembered_email';

/** The address that 'Remember me' kept on this device, or ''. It is sent nowhere. */
export function getRememberedEmail(): string {
  return readItem(emailKey) ?? '';
}

/** Keeps an address for the next sign-in on this device; null forgets it. */
export function rememberEmail(email: string | null): void {
  if (email === null) removeItem(emailKey);
  else writeItem(emailKey, email);
}
