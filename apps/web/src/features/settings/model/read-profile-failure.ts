import type { Failure } from '../../auth/model/read-failure.ts';
import { readFailure } from '../../auth/model/read-failure.ts';
import { ApiError } from '../../../api/index.ts';

/** Which field a refusal is about that names none itself. */
const fieldOfCode: Partial<Record<ApiError['code'], string>> = {
  username_taken: 'username',
  payload_too_large: 'profileImage',
  unsupported_media: 'profileImage',
  wrong_password: 'currentPassword',
};

/** What to tell after a save that failed: the server's words, or else `fallback`. */
export function readProfileFailure(error: unknown, fallback: string): Failure {
  const failure = readFailure(error, fallback);
  const field = error instanceof ApiError ? fieldOfCode[error.code] : undefined;
  // The form's name for it is the specification's.
  const { newPassword, ...fields } = failure.fields;
  return {
    message: failure.message,
    fields: {
      ...fields,
      ...(field !== undefined && { [field]: failure.message }),
      ...(newPassword !== undefined && { password: newPassword }),
    },
  };
}
