import { createHash, randomInt } from 'node:crypto';

const codesCount = 10;
const groupsCount = 4;
const groupLength = 4;
/** Excludes letters and digits that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

const pattern = new RegExp(`^[${alphabet}]{${groupsCount * groupLength}}$`);

/** Ten new codes of 80 random bits each, such as `k7wd-2hqx-m9ta-v3nf`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () =>
    Array.from({ length: groupsCount }, createGroup).join('-'),
  );
}

/** Whether a code has the form of a recovery code, without hyphens. */
export function isRecoveryCode(code: string): boolean {
  return pattern.test(code);
}

/** A fast hash is enough: 80 random bits cannot be guessed. */
export function hashRecoveryCode(code: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(code.replaceAll('-', '')).digest());
}

function createGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
