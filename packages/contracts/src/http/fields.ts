import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import { listLimitMax } from '../limits.ts';
import { countCodePoints, isWellFormedText, normalizeName, normalizeText } from '../text/index.ts';
import { issueMessage, toSubject } from './issue-message.ts';
import { isNestedTooDeeply } from './nesting.ts';

/** A string that PostgreSQL can store: no NUL character, no lone surrogate. */
export function wireText(label: LabelKey) {
  return z
    .string({
      error: ({ input }) =>
        issueMessage(input === undefined ? 'error.required' : 'error.mustBeText', { label }),
    })
    .refine(isWellFormedText, {
      error: issueMessage('error.forbiddenCharacters', { label }),
      abort: true,
    });
}

/** A string of up to `max` UTF-16 code units, such as a filter or a token. */
export function limitedText(label: LabelKey, max: number) {
  return wireText(label).max(max, { error: issueMessage('error.textTooLong', { label, max }) });
}

/** A string of at least one character. Spaces count, because a password may consist of them. */
export function nonEmptyText(label: LabelKey) {
  return wireText(label).refine((text) => text !== '', {
    error: issueMessage('error.required', { label }),
  });
}

/**
 * Text written by a user, normalized (see `normalizeText`) and then measured in code points.
 */
export function textField(options: { max: number; label: LabelKey; required?: boolean }) {
  const { max, label, required = false } = options;
  return wireText(label)
    .transform(normalizeText)
    .refine((text) => countCodePoints(text) <= max, {
      error: issueMessage('error.textTooLong', { label, max }),
    })
    .refine((text) => !required || text !== '', {
      error: issueMessage('error.required', { label }),
    });
}

/** A name on one line, which is not empty. */
export function nameField(label: LabelKey, max: number) {
  return textField({ max, label })
    .transform(normalizeName)
    .refine((name) => name !== '', { error: issueMessage('error.required', { label }) });
}

/** A BCP 47 tag, converted to its usual case. */
export const languageField = z
  .string({ error: issueMessage('error.languageTag') })
  .max(20, { error: issueMessage('error.languageTagLength') })
  .transform((tag, context) => {
    const canonical = canonicalLanguage(tag);
    if (canonical !== null) return canonical;
    context.addIssue({
      code: 'custom',
      message: issueMessage('error.languageTag'),
    });
    return z.NEVER;
  });

/** The tag in its usual case; null if it is not a language that has a name, such as `en-12`. */
function canonicalLanguage(tag: string): string | null {
  try {
    new Intl.DisplayNames(['en'], { type: 'language' }).of(tag);
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

export const uuid = z.uuid({
  error: (issue) => issueMessage('error.notId', { label: toSubject(issue) }),
});

/** ISO 8601 in UTC with milliseconds, e.g. `2026-11-21T09:30:00.000Z`. */
export const isoTime = z.iso.datetime({ precision: 3 });

/** A whole number in a query string. */
export function queryInteger({ min, max }: { min: number; max: number }) {
  const error = (issue: { path?: PropertyKey[] | undefined }) =>
    issueMessage('error.mustBeWholeNumber', { label: toSubject(issue), min, max });
  return z
    .string({ error })
    .regex(/^\d{1,10}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
    .meta({ override: describeAs({ type: 'integer', minimum: min, maximum: max }) });
}

/** A boolean in a query string; false by default. */
export const queryBoolean = z
  .enum(['true', 'false'], {
    error: (issue) => issueMessage('error.mustBeBoolean', { label: toSubject(issue) }),
  })
  .default('false')
  .transform((value) => value === 'true')
  .meta({ override: describeAs({ type: 'boolean', default: false }) });

/** A boolean in JSON (`true`) or in a form field (`"true"`). */
export const booleanField = z
  .union([z.boolean(), z.enum(['true', 'false'])], {
    error: (issue) => issueMessage('error.mustBeBoolean', { label: toSubject(issue) }),
  })
  .transform((value) => value === true || value === 'true')
  .meta({ override: describeAs({ type: 'boolean' }) });

/** `limit` of an endpoint that returns a plain array. */
export function limitQuery(options: { defaultLimit: number }) {
  return z.object({
    limit: queryInteger({ min: 1, max: listLimitMax }).default(options.defaultLimit),
  });
}

/** JSON text in a form field, an object or JSON text in a JSON body. */
export function jsonField<Schema extends z.ZodType>(label: LabelKey, schema: Schema) {
  const message = issueMessage('error.mustBeJson', { label });
  return z
    .union([z.string(), z.looseObject({})], { error: message })
    .meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        Object.assign(jsonSchema, { anyOf: [jsonText, describeInput(schema)] });
      },
    })
    .transform((value, context): unknown => {
      if (typeof value !== 'string') return value;
      const text = wireText(label).safeParse(value);
      const parsed = text.success ? parseJson(text.data) : undefined;
      if (parsed !== undefined && !isNestedTooDeeply(parsed)) return parsed;
      context.addIssue({
        code: 'custom',
        message: parsed === undefined ? message : issueMessage('error.nestedTooDeeply', { label }),
      });
      return z.NEVER;
    })
    .pipe(schema);
}

/** Replaces the generated description of a value that is sent as text. */
function describeAs(description: object) {
  return ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    for (const key of ['anyOf', 'enum', 'pattern']) delete jsonSchema[key];
    Object.assign(jsonSchema, description);
  };
}

const jsonText = { type: 'string', contentMediaType: 'application/json' } as const;

/** The JSON schema of an input inside another one. */
function describeInput(schema: z.ZodType) {
  const { $schema: _dialect, ...description } = z.toJSONSchema(schema, { io: 'input' });
  return description;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
