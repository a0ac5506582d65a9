import type { changePassword } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { t } from '../../../i18n/index.ts';
import { readText } from '../../auth/account/form-text.ts';

export type PasswordChange = RouteRequest<typeof changePassword>['body'];

/** The passwords of a form, or null without a new one. Browsers may fill in the current one. */
export function readPasswordChange(form: FormData): PasswordChange | null {
  const change = {
    currentPassword: readText(form, 'currentPassword'),
    newPassword: readText(form, 'password'),
    confirmPassword: readText(form, 'confirmPassword'),
  };
  return change.newPassword === '' && change.confirmPassword === '' ? null : change;
}

/** The errors of the passwords, by field name. */
export function validatePasswordChange(change: PasswordChange): Record<string, string> {
  const { currentPassword, newPassword, confirmPassword } = change;
  return {
    ...(currentPassword === '' && { currentPassword: t('auth.required') }),
    ...(newPassword === '' && { password: t('auth.required') }),
    ...(newPassword !== confirmPassword && { confirmPassword: t('auth.passwordsDifferHere') }),
  };
}
