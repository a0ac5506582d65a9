import { isDeepStrictEqual } from 'node:util';
import type { RouteDefinition, RouteInput, RouteResponse } from '@skein/contracts/http';
import type { CookieOptions, Request, Response, Router } from 'express';
import { AppError } from '../shared/errors.ts';
import type { UploadedFile } from '../shared/uploaded-file.ts';
import type { Viewer } from '../shared/viewer.ts';
import { requireBearerToken } from './authenticate.ts';
import type { ResolveViewer } from './authenticate.ts';
import { readBody } from './body.ts';
import { parseInput } from './parse-input.ts';
import { listErrorCodes } from './route-errors.ts';
import type { ReceiveForm } from './upload.ts';

type ViewerOf<Route> = Route extends { auth: 'bearer' } ? Viewer : undefined;

type FilesOf<Route> = Route extends { body: { files: infer Files } }
  ? { [Field in keyof Files]: UploadedFile[] }
  : Record<never, never>;

/** The little that a handler may know of the connection. */
export interface RequestContext {
  userAgent: string | undefined;
  address: string | undefined;
  /** The access token as it came; only present where the route asks for one. */
  bearerToken: string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
}

export interface HandlerInput<Route extends RouteDefinition> extends RouteInput<Route> {
  viewer: ViewerOf<Route>;
  files: FilesOf<Route>;
  context: RequestContext;
}

/** Ties a contract to the code that answers it. */
export type BindRoute = <const Route extends RouteDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<RouteResponse<Route>>,
) => void;

export interface BindRouteOptions {
  router: Router;
  resolveViewer: ResolveViewer;
  receiveForm: ReceiveForm;
  /** Compare each answer and refusal with the contract before it is sent: in development and tests. */
  verifyAnswers: boolean;
}

/**
 * Makes `bind` for a router. A bound route checks in this order: signed in (401), then
 * well-formed (400); the rest is the handler's. Every bound route is kept in `routes`.
 */
export function createBindRoute(options: BindRouteOptions): {
  bind: BindRoute;
  routes: readonly RouteDefinition[];
} {
  const routes: RouteDefinition[] = [];
  const bind: BindRoute = (route, handler) => {
    routes.push(route);
    options.router[lowerCase(route.method)](
      toExpressPath(route.path),
      async (request, response) => {
        const work = readInput(route, request, response, options).then(handler);
        const answer = options.verifyAnswers ? await verified(route, work) : await work;
        response.status(route.status).json(answer);
      },
    );
  };
  return { bind, routes };
}

async function readInput<Route extends RouteDefinition>(
  route: Route,
  request: Request,
  response: Response,
  { resolveViewer, receiveForm }: BindRouteOptions,
): Promise<HandlerInput<Route>> {
  const bearerToken = route.auth === 'bearer' ? requireBearerToken(request) : undefined;
  const viewer = bearerToken === undefined ? undefined : await resolveViewer(bearerToken);
  const { fields, files } = await readBody(request, response, route.body, receiveForm);
  const input = {
    viewer,
    params: route.params && parseInput(route.params, request.params),
    query: route.query && parseInput(route.query, request.query),
    body: route.body && 'schema' in route.body ? parseInput(route.body.schema, fields) : undefined,
    files,
    context: toContext(request, response, bearerToken),
  };
  // The parts were read with this very route's schemas; only the compiler cannot see it.
  return input as unknown as HandlerInput<Route>;
}

function toContext(
  request: Request,
  response: Response,
  bearerToken: string | undefined,
): RequestContext {
  return {
    userAgent: request.headers['user-agent']?.slice(0, 300),
    address: request.ip,
    bearerToken,
    setCookie: (name, value, cookie) => void response.cookie(name, value, cookie),
    clearCookie: (name, cookie) => void response.clearCookie(name, cookie),
  };
}

/** The same outcome, unless it is one that the contract knows nothing of. */
async function verified<Answer>(route: RouteDefinition, work: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work;
    verifyAnswer(route, answer);
    return answer;
  } catch (error) {
    if (error instanceof AppError && !listErrorCodes(route).has(error.code)) {
      throw new Error(`${route.id} refuses against its contract: ${error.code}`, { cause: error });
    }
    throw error;
  }
}

/** An answer that its contract does not describe to the last key is a mistake of ours. */
function verifyAnswer(route: RouteDefinition, answer: unknown): void {
  const result = route.response.safeParse(answer);
  if (!result.success) {
    throw new Error(`${route.id} answers against its contract`, { cause: result.error });
  }
  if (!isDeepStrictEqual(result.data, answer)) {
    throw new Error(`${route.id} answers with keys that its contract does not have`);
  }
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function lowerCase<Method extends string>(method: Method): Lowercase<Method> {
  // toLowerCase is typed as any string.
  return method.toLowerCase() as Lowercase<Method>;
}
