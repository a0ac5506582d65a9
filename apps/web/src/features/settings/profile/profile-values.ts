import { genders } from '@skein/contracts/constants';
import { readText } from '../../auth/account/form-text.ts';
import type { RouteRequest } from '@skein/contracts/http';
import { profileFieldsMax } from '@skein/contracts/limits';
import type { CurrentUser, ProfileFields, updateProfile } from '@skein/contracts/users';

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

/** The values of the profile form. An empty field is ''. */
export type ProfileValues = Record<TextField, string> & {
  gender: (typeof genders)[number] | '';
  isPrivate: boolean;
  /** Undefined for a form without a row of additional fields. */
  fields?: ProfileFields | undefined;
};

/** The names of the inputs of an additional field. */
export const fieldRows = Array.from({ length: profileFieldsMax }, (_, index) => ({
  name: `fieldName${index + 1}`,
  value: `fieldValue${index + 1}`,
}));

type ProfileChanges = RouteRequest<typeof updateProfile>['body'];

/** The saved profile in the format of the form. */
export function savedValues(user: CurrentUser): ProfileValues {
  const { gender, isPrivate, fields } = user;
  return { ...mapFields((field) => user[field] ?? ''), gender: gender ?? '', isPrivate, fields };
}

export function readProfileForm(form: FormData): ProfileValues {
  const read = (field: string) => readText(form, field).trim();
  return {
    ...mapFields(read),
    website: toWebsite(read('website')),
    gender: genders.find((gender) => gender === read('gender')) ?? '',
    isPrivate: form.has('isPrivate'),
    fields: readFields(form),
  };
}

/** The additional fields without empty ones, which are removed. */
function readFields(form: FormData): ProfileFields | undefined {
  const rows = fieldRows.filter(({ name }) => form.has(name));
  if (rows.length === 0) return undefined;
  return rows
    .map(({ name, value }) => ({
      name: readText(form, name).trim(),
      value: readText(form, value).trim(),
    }))
    .filter(({ name, value }) => name !== '' || value !== '');
}

function areFieldsChanged(saved: ProfileValues, { fields }: ProfileValues): boolean {
  return fields !== undefined && JSON.stringify(fields) !== JSON.stringify(saved.fields ?? []);
}

/** Completes an address that was entered without `https://`. */
export function toWebsite(text: string): string {
  const address = text.trim();
  const hasScheme = /^[a-z][a-z+-]*:/i.test(address);
  return address === '' || hasScheme ? address : `https://${address}`;
}

/** Whether a form has unsaved changes, including passwords. */
export function isChanged(form: HTMLFormElement | null, saved: ProfileValues): boolean {
  if (form === null) return false;
  const data = new FormData(form);
  if (data.get('password') || data.get('confirmPassword')) return true;
  // Disabled fields are not part of the form data and keep their saved values.
  const values = readProfileForm(data);
  const isEnabled = (field: string) => data.has(field);
  return (
    [...textFields, 'gender' as const].some(
      (field) => isEnabled(field) && values[field] !== saved[field].trim(),
    ) ||
    areFieldsChanged(saved, values) ||
    values.isPrivate !== saved.isPrivate
  );
}

/**
 * The body of a save: all filled fields, and empty ones only if they had a value, which clears
 * them.
 */
export function profileChanges(saved: ProfileValues, values: ProfileValues): ProfileChanges {
  const { gender, isPrivate } = values;
  const isSent = (field: TextField | 'gender') => values[field] !== '' || saved[field] !== '';
  const sent = textFields.filter(isSent).map((field) => [field, values[field]] as const);
  return {
    ...Object.fromEntries<string>(sent),
    ...(isSent('gender') && { gender }),
    ...(areFieldsChanged(saved, values) && { fields: JSON.stringify(values.fields) }),
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
