import { genders } from '@skein/contracts/constants';
import type { RouteRequest } from '@skein/contracts/http';
import type { CurrentUser, updateProfile } from '@skein/contracts/users';

const textFields = [
  'name',
  'username',
  'bio',
  'location',
  'website',
  'phoneNumber',
  'dateOfBirth',
] as const;

type TextField = (typeof textFields)[number];

/** What the profile form holds; a field that is not filled in is ''. */
export type ProfileValues = Record<TextField, string> & {
  gender: (typeof genders)[number] | '';
  isPrivate: boolean;
};

type ProfileChanges = RouteRequest<typeof updateProfile>['body'];

/** What is saved of a person, as the form shows it. */
export function savedValues(user: CurrentUser): ProfileValues {
  const { gender, isPrivate } = user;
  return { ...mapFields((field) => user[field] ?? ''), gender: gender ?? '', isPrivate };
}

/** What is filled in. */
export function readProfileForm(form: FormData): ProfileValues {
  const read = (field: string) => {
    const value = form.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    ...mapFields(read),
    gender: genders.find((gender) => gender === read('gender')) ?? '',
    isPrivate: form.has('isPrivate'),
  };
}

/** Whether a form holds something that is not saved, passwords included. */
export function isChanged(form: HTMLFormElement | null, saved: ProfileValues): boolean {
  if (form === null) return false;
  const data = new FormData(form);
  if (data.get('password') || data.get('confirmPassword')) return true;
  // Fields that cannot be filled in are not part of it, and hold what is saved.
  const values = readProfileForm(data);
  const isFilledIn = (field: string) => data.has(field);
  return (
    [...textFields, 'gender' as const].some(
      (field) => isFilledIn(field) && values[field] !== saved[field].trim(),
    ) || values.isPrivate !== saved.isPrivate
  );
}

/**
 * What a save sends: the fields with text, and empty only those that had one, which clears them
 * (spec, section 5, "Profile save").
 */
export function profileChanges(saved: ProfileValues, values: ProfileValues): ProfileChanges {
  const { gender, isPrivate } = values;
  const isSent = (field: TextField | 'gender') => values[field] !== '' || saved[field] !== '';
  const sent = textFields.filter(isSent).map((field) => [field, values[field]] as const);
  return {
    ...Object.fromEntries<string>(sent),
    ...(isSent('gender') && { gender }),
    isPrivate: isPrivate ? 'true' : 'false',
  };
}

function mapFields(read: (field: TextField) => string): Record<TextField, string> {
  return {
    name: read('name'),
    username: read('username'),
    bio: read('bio'),
    location: read('location'),
    website: read('website'),
    phoneNumber: read('phoneNumber'),
    dateOfBirth: read('dateOfBirth'),
  };
}
