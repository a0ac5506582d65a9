import { errorBodySchema, errorStatuses } from '@skein/contracts/http';
import type { RouteDefinition } from '@skein/contracts/http';
import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { listErrorCodes } from './route-errors.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of the routes, made from their contracts alone. */
export function createOpenApiDocument(
  routes: readonly RouteDefinition[],
  instance: { name: string; version: string },
): OpenApiDocument {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: `${instance.name} API`,
      version: instance.version,
      description:
        'Send the access token of a login as `Authorization: Bearer …`. Errors have one shape: see `Error`.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths: toPaths(routes),
  });
}

function toPaths(routes: readonly RouteDefinition[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const methods = (paths[route.path] ??= {});
    methods[methodKey(route.method)] = toOperation(route);
  }
  return paths;
}

function methodKey(method: RouteDefinition['method']) {
  return ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[method];
}

function toOperation(route: RouteDefinition): ZodOpenApiOperationObject {
  const requestBody = toRequestBody(route.body);
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: route.auth === 'bearer' ? [{ bearer: [] }] : [],
    requestParams: {
      ...(route.params && { path: route.params }),
      ...(route.query && { query: route.query }),
    },
    ...(requestBody && { requestBody }),
    responses: {
      [String(route.status)]: {
        description: 'Success',
        content: { 'application/json': { schema: route.response } },
      },
      ...toErrorResponses(route),
    },
  };
}

function toRequestBody(body: RouteDefinition['body']) {
  if (body === undefined || body.kind === 'none') return undefined;
  if (body.kind === 'json') {
    // Where nothing has to be sent the body itself may be missing, too.
    const required = !body.schema.safeParse({}).success;
    return { required, content: { 'application/json': { schema: body.schema } } };
  }
  const files = Object.entries(body.files).map(([name, field]) => [
    name,
    z.array(z.file()).max(field.maxCount).optional().describe(field.description),
  ]);
  const fields = body.schema instanceof z.ZodObject ? body.schema.shape : {};
  const schema = z.object({ ...fields, ...Object.fromEntries(files) });
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function toErrorResponses(route: RouteDefinition) {
  const byStatus = Map.groupBy(listErrorCodes(route), (code) => errorStatuses[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: errorBodySchema } },
      },
    ]),
  );
}
