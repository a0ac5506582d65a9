import { expect, it } from 'vitest';
import { ApiError } from '../../../api/index.ts';
import { toProfileFormError } from './profile-form-error.ts';

const message = 'This is no picture.';
const rejection = (errors: { path: string; message: string }[]) =>
  new ApiError(415, { success: false, code: 'unsupported_media', message, requestId: 'r', errors });

it('shows a rejected file at the field that the server names', () => {
  const error = rejection([{ path: 'bannerImage', message }]);
  expect(toProfileFormError(error, 'Failed', 'profileImage').fields).toEqual({
    bannerImage: message,
  });
});

it('shows a rejected file at the field of the sent file if the server names none', () => {
  expect(toProfileFormError(rejection([]), 'Failed', 'bannerImage').fields).toEqual({
    bannerImage: message,
  });
});
