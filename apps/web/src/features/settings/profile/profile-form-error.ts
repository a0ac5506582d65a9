import { toFormError } from '../../auth/account/form-error.ts';
import type { FormError } from '../../auth/account/form-error.ts';
import type { ProfileImages } from './use-profile-images.ts';
import { ApiError } from '../../../api/index.ts';

/** The field of an error code whose response names none. */
function fieldOfCode(code: ApiError['code'], imageField: string): string | undefined {
  switch (code) {
    case 'username_taken':
      return 'username';
    case 'payload_too_large':
    case 'unsupported_media':
      return imageField;
    case 'wrong_password':
      return 'currentPassword';
    default:
      return undefined;
  }
}

/**
 * Converts a failed save to form errors: the server's messages, or else `fallback`.
 * @param imageField The file that an error about files means.
 */
export function toProfileFormError(
  error: unknown,
  fallback: string,
  imageField: ProfileImages['sentField'] = 'profileImage',
): FormError {
  const formError = toFormError(error, fallback);
  const isUnnamed = error instanceof ApiError && error.fieldErrors.length === 0;
  const field = isUnnamed ? fieldOfCode(error.code, imageField) : undefined;
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
