import fc from 'fast-check';
import type { Schema } from './operations.ts';

/** Existing ids and words for valid requests. */
export interface Pool {
  /** By the names of parameters and fields, such as `threadId`. */
  ids: Readonly<Record<string, readonly string[]>>;
  words: readonly string[];
}

/** Mostly the id of an object of the type that the name suggests. */
export function getId(name: string, { ids }: Pool): fc.Arbitrary<string> {
  const kind = Object.keys(ids).find((idName) => name.toLowerCase().includes(idName.toLowerCase()));
  const matchingIds = kind === undefined ? undefined : ids[kind];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(matchingIds ?? Object.values(ids).flat())) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(ids).flat()) },
    { weight: 1, arbitrary: fc.uuid({ version: 7 }) },
  );
}

/** Typical mistakes and attacks. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFF\uD83D',
  '\u202E\u200B\uFEFF',
  '%',
  '%00',
  '%E0%A4%A',
  '..',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  ':* & | ! ( <-> )',
  '\\',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://127.0.0.1:5432/',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e308',
  '99999999999999999999',
  '0x10',
  '2026-02-30',
  '9999-99-99',
  '__proto__',
  'constructor',
  'me',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.repeat(3000),
  'x'.repeat(20_000),
];

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const oddValues: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  ['a', 'b'],
  Array.from({ length: 500 }, (_, n) => n),
  { toString: 'x' },
  { length: -1 },
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}'),
  deep(200),
];

/** Levels of nesting, up to those that exhaust the stack of a recursive function. */
const nestingLevels = fc.constantFrom(1, 3, 30, 40, 2000, 40_000);

/** The JSON text of lists in lists or objects in objects. */
export const nestedJson = fc
  .tuple(nestingLevels, fc.boolean())
  .map(([levels, isList]) =>
    isList
      ? '['.repeat(levels) + ']'.repeat(levels)
      : `${'{"a":'.repeat(levels / 3)}1${'}'.repeat(levels / 3)}`,
  );

/** What follows the name of a nested field in a form or query, such as `[a][a]`. */
export const nestedKeys = fc.oneof(
  fc.constantFrom('[]', '[a][]', '[__proto__][a]', '[', '[]['),
  nestingLevels.map((levels) => '[a]'.repeat(Math.min(levels, 2000))),
);

export const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary' }));
export const oddValue = fc.oneof(oddText, fc.constantFrom(...oddValues), fc.jsonValue());

/** A value of the schema; lengths and patterns are only approximate. */
export function getValue(schema: Schema, pool: Pool, name = ''): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return fc.oneof(...choices.map((choice) => getValue(choice, pool, name)));
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => getValue(part, pool));
    return fc.tuple(...parts).map((values) => Object.assign({}, ...values) as unknown);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, pool, name)));
}

function valueOfType(
  type: string,
  schema: Schema,
  pool: Pool,
  name: string,
): fc.Arbitrary<unknown> {
  const { minimum: min = 0, maximum: max = 1000 } = schema;
  switch (type) {
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const items = getValue(schema.items ?? {}, pool, name);
      return fc.array(items, { minLength: schema.minItems ?? 0, maxLength: 4 });
    }
    case 'object':
      return objectArbitrary(schema, pool);
    default:
      return getText(schema, pool, name);
  }
}

export function objectArbitrary(schema: Schema, pool: Pool): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  if (typeof additionalProperties === 'object') {
    const key = propertyNames === undefined ? fc.string() : getValue(propertyNames, pool);
    return fc.dictionary(key.map(String), getValue(additionalProperties, pool), { maxKeys: 4 });
  }
  const fields = Object.entries(properties).map(([name, property]) => [
    name,
    required.includes(name)
      ? getValue(property, pool, name)
      : fc.option(getValue(property, pool, name), { nil: undefined, freq: 1 }),
  ]);
  // Made of the entries above; undefined values are omitted in JSON.
  const record = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(record);
}

function getText(schema: Schema, pool: Pool, name: string): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid' || /ids?$/i.test(name)) return getId(name, pool);
  if (schema.format === 'date') return fc.date({ noInvalidDate: true }).map(toDay);
  if (schema.format === 'email') return fc.emailAddress();
  const maxLength = Math.min(schema.maxLength ?? 100, 200);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...pool.words) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength }) },
  );
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
