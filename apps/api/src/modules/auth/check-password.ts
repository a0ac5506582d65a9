import { ValidationError } from '../../platform/errors.ts';
import { isCommonPassword } from './passwords.ts';

/**
 * What of a new password only the server can judge.
 * @param path The field that the mistake is told of.
 * @throws ValidationError
 */
export async function requireGoodPassword(
  password: string,
  { email, path }: { email: string; path: string },
): Promise<void> {
  if (password.toLowerCase() === email) {
    throw new ValidationError([{ path, message: 'A password must not be the email address.' }]);
  }
  if (await isCommonPassword(password)) {
    const message = 'This password is used by too many people. Please take another.';
    throw new ValidationError([{ path, message }]);
  }
}
