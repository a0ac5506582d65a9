/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

/** An operation of the OpenAPI document with resolved references. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  json: Schema | null;
  form: Schema | null;
  /** The declared statuses. */
  statuses: number[];
  /** False for files and streams. */
  isJson: boolean;
}

interface Document {
  paths: Record<string, Record<string, DocumentOperation>>;
  components: { schemas?: Record<string, Schema> };
}

interface DocumentOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** All operations of the document, including new routes. */
export function listOperations(document: unknown): Operation[] {
  // The document comes from our own server.
  const { paths, components } = document as Document;
  const schemas = components.schemas ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toOperation(path, method, operation, schemas),
    ),
  );
}

function respondsWithJson({ responses }: DocumentOperation): boolean {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json'] !== undefined;
}

function toOperation(
  path: string,
  method: string,
  operation: DocumentOperation,
  schemas: Record<string, Schema>,
): Operation {
  const content = operation.requestBody?.content;
  const json = content?.['application/json']?.schema;
  const form = content?.['multipart/form-data']?.schema;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...parameter,
      schema: resolve(parameter.schema, schemas),
    })),
    json: json === undefined ? null : resolve(json, schemas),
    form: form === undefined ? null : resolve(form, schemas),
    statuses: Object.keys(operation.responses).map(Number),
    isJson: respondsWithJson(operation),
  };
}

function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`There is no ${schema.$ref}.`);
  return resolve(found, schemas);
}
