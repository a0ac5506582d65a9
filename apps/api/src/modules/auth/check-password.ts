import { ValidationError } from '../../platform/errors.ts';
import { isCommonPassword } from './passwords.ts';

/**
 * Checks a new password against rules that only the server can check.
 * @param path The field that the validation error names.
 * @throws ValidationError
 */
export async function requireStrongPassword(
  password: string,
  { email, path }: { email: string; path: string },
): Promise<void> {
  if (password.toLowerCase() === email) {
    throw new ValidationError([{ path, message: "Your password can't be your email address." }]);
  }
  if (await isCommonPassword(password)) {
    const message = 'This password is too common. Please choose another.';
    throw new ValidationError([{ path, message }]);
  }
}
