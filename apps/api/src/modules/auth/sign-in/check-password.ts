import { ValidationError } from '../../../platform/errors.ts';
import { isCommonPassword } from '../passwords/passwords.ts';

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
    throw new ValidationError([{ path, message: 'error.passwordIsEmail' }]);
  }
  if (await isCommonPassword(password)) {
    const message = 'error.passwordCommon';
    throw new ValidationError([{ path, message }]);
  }
}
