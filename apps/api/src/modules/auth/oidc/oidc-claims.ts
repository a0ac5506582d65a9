import { emailField } from '@skein/contracts/auth';
import { nameMaxLength } from '@skein/contracts/limits';
import { normalizeName } from '@skein/contracts/text';
import { usernameField } from '@skein/contracts/users';

/** What the provider says about the user who has signed in there. */
export interface OidcClaims {
  issuer: string;
  subject: string;
  /** Lower case; null without a valid one. */
  email: string | null;
  isEmailVerified: boolean;
  /** Empty without one. */
  name: string;
  /** A valid username, which may be taken; undefined without one. */
  username: string | undefined;
}

type RawClaims = Readonly<Record<string, unknown>>;

export function toClaims(
  identity: { issuer: string; subject: string },
  raw: RawClaims,
): OidcClaims {
  const email = emailField.safeParse(raw['email']);
  const username = readUsername(raw);
  return {
    ...identity,
    email: email.success ? email.data : null,
    isEmailVerified: raw['email_verified'] === true,
    name: readName(raw) || (username ?? ''),
    username,
  };
}

function readName(raw: RawClaims): string {
  const parts = [readText(raw, 'given_name'), readText(raw, 'family_name')].join(' ');
  const name = normalizeName(readText(raw, 'name')) || normalizeName(parts);
  return Array.from(name).slice(0, nameMaxLength).join('').trim();
}

/** Many providers use the email address as username, which is private here. */
function readUsername(raw: RawClaims): string | undefined {
  const text = readText(raw, 'preferred_username') || readText(raw, 'nickname');
  const parsed = text.includes('@') ? undefined : usernameField.safeParse(text);
  return parsed?.success ? parsed.data : undefined;
}

function readText(raw: RawClaims, name: string): string {
  const value = raw[name];
  return typeof value === 'string' ? value.toWellFormed() : '';
}
