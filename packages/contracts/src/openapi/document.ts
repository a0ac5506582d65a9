import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  errorBodySchema,
  errorStatuses,
  idempotencyHeader,
  listErrorCodes,
  listTransportErrorCodes,
} from '../http/index.ts';
import type {
  DownloadDefinition,
  EndpointDefinition,
  RouteDefinition,
  StreamDefinition,
} from '../http/index.ts';
import { idempotencyKeyMaxLength } from '../limits.ts';
import { scopes } from '../scopes.ts';

type AnyRoute = RouteDefinition | DownloadDefinition | StreamDefinition;

/** The contents of the OpenAPI document. */
export interface ApiDescription {
  routes: readonly AnyRoute[];
  /** Read for each document, because the name changes. */
  readInstance: () => { name: string; version: string };
}

/** Generates the OpenAPI 3.1 document from the contracts of the routes. */
export function createOpenApiDocument(
  routes: ApiDescription['routes'],
  instance: ReturnType<ApiDescription['readInstance']>,
): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: `${instance.name} API`,
      version: instance.version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Send the access token of a login as `Authorization: Bearer …`. Errors have one shape: see `ErrorBody`.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        app: {
          type: 'oauth2',
          description: 'The access token of an app, with this scope or one that includes it',
          flows: {
            authorizationCode: {
              authorizationUrl: '/oauth/authorize',
              tokenUrl: '/oauth/token',
              refreshUrl: '/oauth/token',
              scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
            },
          },
        },
        ...toCookieSchemes(routes),
      },
    },
    paths: toPaths(routes),
  });
}

function toPaths(routes: readonly AnyRoute[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const methods = (paths[route.path] ??= {});
    methods[methodKey(route.method)] = toOperation(route);
  }
  return paths;
}

function methodKey(method: EndpointDefinition['method']) {
  return ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[method];
}

function toOperation(route: AnyRoute): ZodOpenApiOperationObject {
  const requestBody = toRequestBody(route.body);
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: toSecurity(route),
    requestParams: {
      ...(route.params && { path: route.params }),
      ...(route.query && { query: route.query }),
      ...(route.takesIdempotencyKey === true && { header: idempotencyHeaders }),
    },
    ...(requestBody && { requestBody }),
    responses: {
      ...toSuccess(route),
      ...toErrorResponses(route),
    },
  };
}

function toCookieSchemes(routes: readonly AnyRoute[]) {
  const names = routes.flatMap((route) => ('cookie' in route ? [route.cookie] : []));
  return Object.fromEntries(
    names.map((name) => [name, { type: 'apiKey', in: 'cookie', name } as const]),
  );
}

function toSecurity(route: AnyRoute): Record<string, string[]>[] {
  if (route.auth === 'none') return [];
  return [
    ...(route.auth === 'optional' ? [{}] : []),
    { bearer: [] },
    ...(route.scope === undefined ? [] : [{ app: [route.scope] }]),
    ...('cookie' in route ? [{ [route.cookie]: [] }] : []),
  ];
}

function toSuccess(route: AnyRoute) {
  if ('events' in route) return toEventResponse(route);
  return 'download' in route ? toFileResponse(route) : toJsonResponses(route);
}

/** OpenAPI 3.1 cannot describe event streams, so the schema describes a single event. */
function toEventResponse({ status, events }: StreamDefinition) {
  const [first, ...others] = Object.entries(events).map(([name, data]) =>
    z.object({ event: z.literal(name), id: z.string().optional(), data }),
  );
  const schema = first === undefined ? z.never() : z.union([first, ...others]);
  const content = { 'text/event-stream': { schema } };
  return { [String(status)]: { description: 'Events, one after the other', content } };
}

function toFileResponse({ status, download }: DownloadDefinition) {
  const content = { [download.contentType]: { schema: z.file() } };
  return { [String(status)]: { description: 'Success', content } };
}

function toJsonResponses({ status, response, alternative }: RouteDefinition) {
  const content = { 'application/json': { schema: response } };
  return {
    [String(status)]: { description: 'Success', content },
    ...(alternative && {
      [String(alternative.status)]: {
        description: 'Success, if the input creates this resource',
        content: { 'application/json': { schema: alternative.response } },
      },
    }),
  };
}

const idempotencyHeaders = z.object({
  [idempotencyHeader]: z
    .string()
    .min(1)
    .max(idempotencyKeyMaxLength)
    .optional()
    .describe(
      'Chosen by the client, a new one for each thing to create. The same request with the same key creates nothing new and returns what was created first; another request with it returns 409. Kept for 24 hours.',
    ),
});

function toRequestBody(body: EndpointDefinition['body']) {
  if (body === undefined || body.kind === 'none') return undefined;
  // If all fields are optional, the body is optional too.
  const isOptional = body.schema.safeParse({}).success;
  const json = { 'application/json': { schema: body.schema } };
  if (body.kind === 'json') return { required: !isOptional, content: json };
  const files = Object.entries(body.files).map(([name, field]) => [
    name,
    z.array(z.file()).max(field.maxCount).optional().describe(field.description),
  ]);
  const fields = body.schema instanceof z.ZodObject ? body.schema.shape : {};
  const schema = z.object({ ...fields, ...Object.fromEntries(files) });
  return {
    // A form with files needs a file or a text, which the schema of a single field cannot express.
    required: files.length > 0 || !isOptional,
    content: {
      'multipart/form-data': { schema },
      'application/x-www-form-urlencoded': { schema: body.schema },
      ...json,
    },
  };
}

function toErrorResponses(route: EndpointDefinition) {
  const codes = new Set([...listErrorCodes(route), ...listTransportErrorCodes(route)]);
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code]);
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
