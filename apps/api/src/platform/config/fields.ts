import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface SettingReference {
  /** The environment variable. */
  variable: string;
  /** Markdown for docs/settings.md and .env.example. */
  description: string;
  /** A value for .env.example if the default is not one. */
  example: string;
}

/** The environment variable and the documentation of each setting. */
const settingReferences = z.registry<SettingReference>();

/** Declares a setting. Its default is the text that `schema.prefault` sets. */
export function setting<Schema extends z.ZodType>(
  variable: string,
  schema: Schema,
  description: string,
  example = '',
): Schema {
  settingReferences.add(schema, { variable, description, example });
  return schema;
}

/** Returns the text of each setting by its name. Empty variables count as unset. */
export function readVariables(
  fields: Readonly<Record<string, z.ZodType>>,
  source: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const value = source[getReference(schema).variable];
      return [name, value?.trim() === '' ? undefined : value];
    }),
  );
}

/** @throws Error for a schema that `setting` did not declare */
export function getReference(schema: z.ZodType): SettingReference {
  const reference = settingReferences.get(schema);
  if (reference === undefined) throw new Error('Declare each setting with `setting`.');
  return reference;
}

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  // `z.coerce` would accept 0x10 and 1e3 as numbers too.
  return z
    .string()
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

export const text = (maxLength: number) =>
  z.string().trim().max(maxLength, `must have at most ${maxLength} characters`);

/** Replaces the path of a file by its trimmed content. */
export const fileContent = z.string().transform((file, context) => {
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content !== '') return content;
    context.addIssue(`the file ${file} is empty`);
  } catch {
    context.addIssue(`the file ${file} cannot be read`);
  }
  return z.NEVER;
});

export const trueOrFalse = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

export const onOrOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on');

/** A URL with a scheme, a host and perhaps a port, and nothing else. */
export const origin = z
  .string()
  .refine(isOrigin, { error: 'must be an origin without a path, such as https://skein.example' })
  .transform((value) => new URL(value));

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.href === `${url.origin}/` && !/[?#]/.test(value);
}
