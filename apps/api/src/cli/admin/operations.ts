import type { DownloadDefinition, RouteDefinition } from '@skein/contracts/http';
import * as instanceContracts from '@skein/contracts/instance';
import * as moderationContracts from '@skein/contracts/moderation';
import * as webhookContracts from '@skein/contracts/webhooks';
import { z } from 'zod';
import { parseInput, parseQuery } from '../../http/routes/parse-input.ts';
import { OperationError } from '../operation-error.ts';

type Operation = RouteDefinition | DownloadDefinition;

/** The input of an operation: checked values, and the paths of files by their fields. */
export interface OperationInput {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Readonly<Record<string, string>>;
}

/** The values of options by their names. An option may be repeated. */
export type OptionValues = Readonly<Record<string, readonly string[]>>;

type Fields = Readonly<Record<string, z.ZodType>>;

// They also export schemas and types.
const contractExports: readonly unknown[] = [
  moderationContracts,
  instanceContracts,
  webhookContracts,
].flatMap((contracts) => Object.values<unknown>(contracts));

/** The administration of the API, by the ids of the routes. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  contractExports.filter(isAdministration).map((route) => [route.id, route]),
);

/** @throws OperationError */
export function requireOperation(id: string): Operation {
  const operation = operations.get(id);
  if (operation !== undefined) return operation;
  throw new OperationError(`There is no operation ${id}; see the option --list.`);
}

/** Returns the names of the options of an operation. */
export function listFields(operation: Operation): string[] {
  return Object.keys({ ...listParts(operation).fields, ...getFiles(operation) });
}

/** @throws ValidationError like the API */
export function readInput(operation: Operation, values: OptionValues): OperationInput {
  const { params, query, body } = listParts(operation);
  const pick = (
    fields: Fields,
    toValue: (schema: z.ZodType, texts: readonly string[]) => unknown,
  ) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, schema]) => {
        const texts = values[name];
        return texts === undefined ? [] : [[name, toValue(schema, texts)]];
      }),
    );
  const asText = (_schema: z.ZodType, texts: readonly string[]) =>
    texts.length === 1 ? texts[0] : texts;
  const files = Object.keys(getFiles(operation)).flatMap((name) => {
    const file = values[name]?.[0];
    return file === undefined ? [] : [[name, file] as const];
  });
  return {
    params: operation.params && parseInput(operation.params, pick(params, asText)),
    query: operation.query && parseQuery(operation.query, pick(query, asText)),
    body: getBody(operation) && parseInput(getBody(operation) ?? z.never(), pick(body, toJson)),
    files: Object.fromEntries(files),
  };
}

function isAdministration(value: unknown): value is Operation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'path' in value &&
    typeof value.path === 'string' &&
    value.path.startsWith('/admin/')
  );
}

function getBody({ body }: Operation): z.ZodType | undefined {
  return body !== undefined && 'schema' in body ? body.schema : undefined;
}

function getFiles({ body }: Operation): object {
  return body?.kind === 'form' ? body.files : {};
}

function listParts(operation: Operation) {
  const body = getBody(operation);
  const parts = {
    params: listShape(operation.params),
    query: listShape(operation.query),
    body: listShape(body),
  };
  return { ...parts, fields: { ...parts.params, ...parts.query, ...parts.body } };
}

// The shapes of zod are those of its core, which lack the methods.
const listShape = (schema: z.ZodType | undefined): Fields =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** Returns the first reading that the schema accepts: a text, JSON or a list; the text if none is accepted. */
function toJson(schema: z.ZodType, texts: readonly string[]): unknown {
  const values = texts.map(parseJson);
  const readings = texts.length === 1 ? [texts[0], values[0], texts, values] : [texts, values];
  return readings.find((reading) => schema.safeParse(reading).success) ?? readings[0];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
