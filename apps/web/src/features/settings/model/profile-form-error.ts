import { toFormError } from '../../auth/model/form-error.ts';
import type { FormError } from '../../auth/model/form-error.ts';
import { ApiError } from '../../../api/index.ts';

/** The field of error codes whose response names none. */
const fieldOfCode: Partial<Record<ApiError['code'], string>> = {
  username_taken: 'username',
  payload_too_large: 'profileImage',
  unsupported_media: 'profileImage',
  wrong_password: 'currentPassword',
};

/** Converts a failed save to form errors: the server's messages, or else `fallback`. */
export function toProfileFormError(error: unknown, fallback: string): FormError {
  const formError = toFormError(error, fallback);
  const field = error instanceof ApiError ? fieldOfCode[error.code] : undefined;
  // The specification names the form field `password`.
  const { newPassword, ...fields } = formError.fields;
  return {
    message: formError.message,
    fields: {
      ...fields,
      ...(field !== undefined && { [field]: formError.message }),
      ...(newPassword !== undefined && { password: newPassword }),
    },
  };
}
