import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { locales } from '@skein/messages';
import type { Locale } from '@skein/messages';
import { renderMessage } from '@skein/messages/server';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as auth from './auth/index.ts';
import { describeIssue, readIssueMessage } from './http/index.ts';
import type { EndpointDefinition } from './http/index.ts';
import * as threads from './threads/index.ts';

const routes = await listRoutes();

const schemas = routes.flatMap((route: EndpointDefinition) => [
  ...(route.query ? [[`the query of ${route.id}`, route.query] as const] : []),
  ...(route.body && 'schema' in route.body
    ? [[`the body of ${route.id}`, route.body.schema] as const]
    : []),
]);

const oddStrings = ['', 'x', '-1', '99999999999', '\0', '\uD800', 'x'.repeat(100_000)];
const oddLists = [[], ['a', 'b'], [null], Array.from({ length: 101 }, () => 'a')];
const oddValues = [undefined, null, true, -1, 1.5, {}, ...oddStrings, ...oddLists];

/** Reads the routes of all folders, so that no list has to be kept up to date. */
async function listRoutes(): Promise<EndpointDefinition[]> {
  const files = globSync('*/index.ts', { cwd: import.meta.dirname });
  const contracts = await Promise.all(
    files.map(async (file) => {
      const contract: unknown = await import(`./${dirname(file)}/index.ts`);
      return { ...(contract as object) };
    }),
  );
  return contracts.flatMap((contract) => Object.values<unknown>(contract)).filter(isRoute);
}

function isRoute(part: unknown): part is EndpointDefinition {
  return typeof part === 'object' && part !== null && 'path' in part && 'method' in part;
}

function listKeys(schema: z.ZodType): string[] {
  return 'shape' in schema && typeof schema.shape === 'object'
    ? Object.keys({ ...schema.shape })
    : [];
}

function listMessages(schema: z.ZodType, locale: Locale): string[] {
  const keys = listKeys(schema);
  const inputs = [
    ...oddValues,
    ...keys.flatMap((key) => oddValues.map((value) => ({ [key]: value }))),
    ...oddValues.map((value) => Object.fromEntries(keys.map((key) => [key, value]))),
  ];
  return [...new Set(inputs.flatMap((input) => render(schema, input, locale)))];
}

function render(schema: z.ZodType, input: unknown, locale: Locale = 'en'): string[] {
  const { error } = schema.safeParse(input, { error: describeIssue });
  return error?.issues.map((issue) => renderMessage(locale, readIssueMessage(issue))) ?? [];
}

/** The errors that a schema and the schemas within it define. */
function listErrors(value: unknown, visited = new Set<unknown>()): z.core.$ZodErrorMap[] {
  if (typeof value !== 'object' || value === null || visited.has(value)) return [];
  visited.add(value);
  if ('_zod' in value) return listErrors((value as z.ZodType)._zod.def, visited);
  const { error } = value as { error?: unknown };
  return [
    ...(typeof error === 'function' ? [error as z.core.$ZodErrorMap] : []),
    ...Object.values(value).flatMap((part) => listErrors(part, visited)),
  ];
}

describe('validation messages', () => {
  it.each(schemas)('are sentences in each language for %s', (_name, schema) => {
    for (const locale of locales) {
      const messages = listMessages(schema, locale);
      expect(messages.length).toBeGreaterThan(1);
      for (const message of messages) {
        expect(message).toMatch(/^["A-Z].*[.!]$/);
        expect(message).not.toMatch(/Invalid|expected|received|undefined|\bnull\b|NaN/);
      }
    }
  });

  it('are messages of the catalog wherever a schema defines an error', () => {
    const errors = schemas.flatMap(([, schema]) => listErrors(schema));
    expect(errors.length).toBeGreaterThan(500);
    for (const error of errors) {
      const result = error({ code: 'custom', path: ['field'], input: undefined });
      const message = typeof result === 'string' ? result : '';
      expect(() => renderMessage('en', readIssueMessage({ message }))).not.toThrow();
    }
  });

  it('name each missing field', () => {
    expect(render(auth.registerBodySchema, {})).toEqual([
      'First name is required.',
      'Last name is required.',
      'Email is required.',
      'Password is required.',
      'The repeated password is required.',
    ]);
  });

  it('name the position of an invalid description', () => {
    const schema = threads.createThreadBodySchema;
    const listIssues = (altText: unknown) =>
      schema
        .safeParse({ altText }, { error: describeIssue })
        .error?.issues.map((issue) => [
          issue.path.join('.'),
          renderMessage('en', readIssueMessage(issue)),
        ]);
    expect(listIssues(['a', '\uD800'])).toEqual([
      ['altText.1', "A description contains characters that aren't allowed."],
    ]);
    expect(listIssues(['a', 'b', null])).toEqual([['altText.2', 'A description must be text.']]);
    expect(listIssues('x'.repeat(1501))).toEqual([
      ['altText.0', 'A description can be up to 1500 characters long.'],
    ]);
    expect(listIssues({})).toEqual([['altText', '"altText" must be a list.']]);
    expect(listIssues(Array.from({ length: 11 }, () => 'a'))).toEqual([
      ['altText', 'You can add up to 10 descriptions.'],
    ]);
    expect(schema.parse({ altText: 'one' }).altText).toEqual(['one']);
    expect(schema.parse({}).altText).toEqual([]);
  });

  it('list the allowed values of an enum', () => {
    const body = { replyPermission: 'NOBODY' };
    expect(render(threads.createThreadBodySchema, body)).toEqual([
      '"replyPermission" must be one of: ANYONE, FOLLOWERS, FOLLOWING, MENTIONED_ONLY.',
    ]);
  });
});
