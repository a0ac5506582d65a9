import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';

const emailKey = 'remembered_email';

/** The email that 'Remember me' stored on this device, or ''. */
export function getRememberedEmail(): string {
  return readItem(emailKey) ?? '';
}

/** Stores the email for the next sign-in on this device. Null removes it. */
export function rememberEmail(email: string | null): void {
  if (email === null) removeItem(emailKey);
  else writeItem(emailKey, email);
}
