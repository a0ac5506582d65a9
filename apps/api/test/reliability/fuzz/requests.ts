import fc from 'fast-check';
import {
  getId,
  nestedJson,
  nestedKeys,
  objectArbitrary,
  oddText,
  oddValue,
  getValue,
} from './arbitraries.ts';
import type { Pool } from './arbitraries.ts';
import type { Operation, Schema } from './operations.ts';

export interface FuzzedRequest {
  method: string;
  /** The request target below `/api`. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Index of the viewer; undefined for anonymous requests. */
  viewer: number | undefined;
}

interface Body {
  headers: Record<string, string>;
  body: Buffer | null;
}

/**
 * The total number of requests of a test, and the seed of their contents: `npm test` sends the same
 * requests each time, `FUZZ_REQUESTS` that many others.
 */
export function fuzzOptions(defaultCount: number): { requestsCount: number; seed?: number } {
  const count = process.env['FUZZ_REQUESTS'];
  return count === undefined
    ? { requestsCount: defaultCount, seed: 1 }
    : { requestsCount: Number(count) };
}

const noBody: Body = { headers: {}, body: null };
const boundary = 'xX-fuzz-Xx';
const placeholder = 'xX-nested-Xx';

/** A valid request of the operation, or one with some invalid parts. */
export function getRequest(
  operation: Operation,
  { pool, viewers, files }: { pool: Pool; viewers: number; files: readonly Buffer[] },
): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      path: getPath(operation, pool),
      query: getQuery(operation, pool),
      content: getBody(operation, pool, files),
      viewer: fc.option(fc.nat({ max: viewers - 1 }), { nil: undefined, freq: 12 }),
      key: fc.option(oddText, { nil: undefined, freq: 4 }),
    })
    .map(({ path, query, content, viewer, key }) => ({
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...content.headers, ...(key && { 'Idempotency-Key': toHeader(key) }) },
      body: content.body,
      viewer,
    }));
}

function getPath({ path, parameters }: Operation, pool: Pool): fc.Arbitrary<string> {
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) =>
      fc
        .oneof(
          {
            weight: 6,
            arbitrary: fc.oneof(getId(name, pool), fc.constantFrom(...pool.words)).map(encode),
          },
          { weight: 2, arbitrary: oddText.map(encode) },
          { weight: 1, arbitrary: fc.constantFrom('%', '%00', '%E0%A4%A', '%2e%2e', '%2F', '*') },
        )
        .map((value) => [name, value === '' ? '%20' : value] as const),
    );
  return fc
    .tuple(...values)
    .map((pairs) =>
      pairs.reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path),
    );
}

function getQuery({ parameters }: Operation, pool: Pool): fc.Arbitrary<string> {
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query');
  const pair = fc.oneof(
    ...queryParameters.map(({ name, schema }) =>
      fc
        .oneof(
          { weight: 3, arbitrary: getValue(schema, pool, name).map(String) },
          { weight: 1, arbitrary: oddText },
        )
        .map((value) => `${name}=${encode(value)}`),
    ),
    oddText.map((value) => `unknown=${encode(value)}`),
    fc
      .tuple(fc.constantFrom('a', ...queryParameters.map(({ name }) => name)), nestedKeys)
      .map(([name, keys]) => `${name}${keys}=1`),
    fc.constantFrom('page=0&page=1', 'a[b]=c', '%', '&&==', 'size[]=1', '__proto__[x]=1'),
  );
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
}

function getBody(
  { json, form }: Operation,
  pool: Pool,
  files: readonly Buffer[],
): fc.Arbitrary<Body> {
  const kinds = [
    ...(json === null ? [] : [jsonBody(json, pool)]),
    ...(form === null ? [] : [formBody(form, pool, files), urlEncodedBody(form, pool)]),
  ];
  if (kinds.length === 0) {
    return fc.oneof({ weight: 9, arbitrary: fc.constant(noBody) }, rawBody);
  }
  return fc.oneof({ weight: 9, arbitrary: fc.oneof(...kinds) }, rawBody, fc.constant(noBody));
}

function jsonBody(schema: Schema, pool: Pool): fc.Arbitrary<Body> {
  const valid = schema.type === 'object' ? objectArbitrary(schema, pool) : getValue(schema, pool);
  const mutated = fc
    .tuple(valid, fc.array(fc.tuple(fc.nat(), oddValue), { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => changes.reduce<unknown>(replaceValue, value));
  const text = fc
    .oneof({ weight: 3, arbitrary: valid }, { weight: 3, arbitrary: mutated }, oddValue)
    .map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 6, arbitrary: text }, nestedFields(schema, valid)).map((json) => ({
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from(json),
  }));
}

/** The JSON text of a valid object with one deeply nested field, which `JSON.stringify` could not write. */
function nestedFields(schema: Schema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const names = ['unknown', ...Object.keys(schema.properties ?? {})];
  return fc.tuple(valid, fc.constantFrom(...names), nestedJson).map(([value, name, nested]) => {
    const fields = typeof value === 'object' && value !== null ? value : {};
    return JSON.stringify({ ...fields, [name]: placeholder }).replace(
      JSON.stringify(placeholder),
      () => nested,
    );
  });
}

/** Replaces one of the values. */
function replaceValue(value: unknown, [index, replacement]: [number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[index % Math.max(1, keys.length)];
  return key === undefined ? replacement : { ...value, [key]: replacement };
}

function formBody(schema: Schema, pool: Pool, files: readonly Buffer[]): fc.Arbitrary<Body> {
  const names = Object.keys(schema.properties ?? { content: {} });
  const part = fc.oneof(
    ...formFields(names, pool).map((pair) => pair.map(([name, value]) => field(name, value))),
    fc
      .tuple(fc.constantFrom(...names, 'media'), fc.constantFrom(...files), oddText)
      .map(([name, file, fileName]) => filePart(name, fileName, file)),
  );
  const end = fc.oneof(
    { weight: 9, arbitrary: fc.constant(`--${boundary}--\r\n`) },
    fc.constantFrom('', `--${boundary}`),
  );
  return fc.tuple(fc.array(part, { maxLength: 6 }), end).map(([parts, last]) => ({
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(last)]),
  }));
}

function urlEncodedBody(schema: Schema, pool: Pool): fc.Arbitrary<Body> {
  const names = Object.keys(schema.properties ?? { content: {} });
  return fc.array(fc.oneof(...formFields(names, pool)), { maxLength: 6 }).map((pairs) => ({
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')),
  }));
}

/** Names and values, some with nested names or JSON text. */
function formFields(names: readonly string[], pool: Pool): fc.Arbitrary<[string, string]>[] {
  return names.map((name) =>
    fc.tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constant('') }, nestedKeys).map((keys) => name + keys),
      fc.oneof(fc.constantFrom(...pool.words), getId(name, pool), oddText, {
        weight: 1,
        arbitrary: nestedJson,
      }),
    ),
  );
}

function field(name: string, value: string): Buffer {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
}

function filePart(name: string, fileName: string, file: Buffer): Buffer {
  const safeName = fileName.replaceAll(/["\r\n]/g, '_').slice(0, 300);
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${safeName}"\r\n` +
        'Content-Type: image/png\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n'),
  ]);
}

const rawBody: fc.Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/json; charset=utf-16',
      'application/xml',
      'x',
    ),
    fc.oneof(
      fc.constantFrom('{', '{"a":', '[1,2', 'null', '""', '{"a":1}{"b":2}', '\uFEFF{}'),
      fc.string(),
    ),
    fc.constantFrom(undefined, 'gzip', 'br', 'unknown'),
  )
  .map(([type, text, encoding]) => ({
    headers: { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) },
    body: Buffer.from(text),
  }));

/** Encodes any text, also an ill-formed one, up to the length that a server accepts. */
function encode(text: string): string {
  return [...Buffer.from(text.slice(0, 1000))]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte),
    )
    .join('');
}

function hex(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}

/** Removes characters that Node.js rejects in headers. */
function toHeader(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '?').slice(0, 4000);
}
