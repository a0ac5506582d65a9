import type { changePassword } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { t } from '../../../i18n/index.ts';

export type PasswordChange = RouteRequest<typeof changePassword>['body'];

/** The passwords of a form; null if no new one is filled in, whatever a browser did with the old. */
export function readPasswordChange(form: FormData): PasswordChange | null {
  const read = (field: string) => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const change = {
    currentPassword: read('currentPassword'),
    newPassword: read('password'),
    confirmPassword: read('confirmPassword'),
  };
  return change.newPassword === '' && change.confirmPassword === '' ? null : change;
}

/** What is wrong with the passwords, by the names of their fields. */
export function checkPasswordChange(change: PasswordChange): Record<string, string> {
  const { currentPassword, newPassword, confirmPassword } = change;
  return {
    ...(currentPassword === '' && { currentPassword: t('auth.required') }),
    ...(newPassword === '' && { password: t('auth.required') }),
    ...(newPassword !== confirmPassword && { confirmPassword: t('auth.passwordsDifferHere') }),
  };
}
