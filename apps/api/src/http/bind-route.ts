import type {
  DownloadDefinition,
  EndpointDefinition,
  RouteDefinition,
  RouteInput,
} from '@skein/contracts/http';
import type { CookieOptions, Request, Response, Router } from 'express';
import type { z } from 'zod';
import type { UploadedFile } from '../platform/uploaded-file.ts';
import type { Viewer } from '../platform/viewer.ts';
import { authenticate } from './authenticate.ts';
import type { ResolveViewer } from './authenticate.ts';
import { readBody } from './body.ts';
import { readKeyedRequest, runCreation } from './creation.ts';
import type { Creation, CreationClaims, KeyedRequest } from './creation.ts';
import type { CursorCipher } from './cursor-cipher.ts';
import type { DownloadSlots } from './download-slots.ts';
import { takeUpload } from './limits.ts';
import type { Limits } from './limits.ts';
import { parseInput } from './parse-input.ts';
import { sendDownload } from './send-download.ts';
import type { Download } from './send-download.ts';
import type { ReceiveForm } from './upload.ts';
import { verified, verifiedRefusals } from './verify-answer.ts';
import type { Answer } from './verify-answer.ts';
import { inTurn } from './workload.ts';
import type { Workload } from './workload.ts';

type ViewerOf<Route> = Route extends { auth: 'bearer' } ? Viewer : undefined;

type FilesOf<Route> = Route extends { body: { files: infer Files } }
  ? { [Field in keyof Files]: UploadedFile[] }
  : Record<never, never>;

type CreationOf<Route> = Route extends { takesIdempotencyKey: true } ? Creation : undefined;

/** An answer with the route's `alternative` status and shape. */
class AlternativeAnswer<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** What a handler answers with where its route declares an `alternative` and this is it. */
export function alternative<Body>(body: Body): AlternativeAnswer<Body> {
  return new AlternativeAnswer(body);
}

type AnswerOf<Route extends RouteDefinition> =
  | z.output<Route['response']>
  | (Route extends { alternative: { response: infer Other extends z.ZodType } }
      ? AlternativeAnswer<z.output<Other>>
      : never);

/** The little that a handler may know of the connection. */
export interface RequestContext {
  userAgent: string | undefined;
  address: string | undefined;
  /** The access token as it came; only present where the route asks for one. */
  bearerToken: string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
}

export interface HandlerInput<Route extends EndpointDefinition> extends RouteInput<Route> {
  viewer: ViewerOf<Route>;
  files: FilesOf<Route>;
  creation: CreationOf<Route>;
  context: RequestContext;
}

/** Ties a contract to the code that answers it. */
export type BindRoute = <const Route extends RouteDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<AnswerOf<Route>>,
) => void;

/** The same for a contract that answers with a file. */
export type BindDownload = <const Route extends DownloadDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<Download>,
) => void;

export interface BindRouteOptions {
  router: Router;
  resolveViewer: ResolveViewer;
  limits: Limits;
  workload: Workload;
  downloadSlots: DownloadSlots;
  receiveForm: ReceiveForm;
  creationClaims: CreationClaims;
  cursorCipher: CursorCipher;
  /** Compare each answer and refusal with the contract before it is sent: in development and tests. */
  verifyAnswers: boolean;
}

/**
 * Makes `bind` for a router. A bound route checks in this order: signed in (401), not too often
 * (429), then well-formed (400); the rest is the handler's. Every bound route is kept in `routes`.
 */
export function createBindRoute(options: BindRouteOptions): {
  bind: BindRoute;
  bindDownload: BindDownload;
  routes: readonly (RouteDefinition | DownloadDefinition)[];
} {
  const routes: (RouteDefinition | DownloadDefinition)[] = [];
  const bind: BindRoute = (route, handler) => {
    routes.push(route);
    options.router[lowerCase(route.method)](
      toExpressPath(route.path),
      async (request, response) => {
        const work = answerOnce(route, handler, options, request, response);
        const answer = options.verifyAnswers ? await verified(route, work) : await work;
        response.status(answer.status).json(answer.body);
      },
    );
  };
  const bindDownload: BindDownload = (route, handler) => {
    routes.push(route);
    options.router.get(toExpressPath(route.path), (request, response) =>
      answerDownload(route, handler, options, request, response),
    );
  };
  return { bind, bindDownload, routes };
}

async function answerOnce<Route extends RouteDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<AnswerOf<Route>>,
  options: BindRouteOptions,
  request: Request,
  response: Response,
): Promise<Answer> {
  const { keyed, ...input } = await readInput(route, request, response, options);
  // The parts were read with this very route's schemas; only the compiler cannot see it.
  const handle = (creation?: Creation) =>
    handler({ ...input, creation } as unknown as HandlerInput<Route>);
  const answer = await inTurn(options.workload, route, input, () =>
    route.takesIdempotencyKey ? runCreation(options.creationClaims, keyed, handle) : handle(),
  );
  if (!(answer instanceof AlternativeAnswer)) {
    const scope = { route, viewer: input.viewer };
    return { status: route.status, body: options.cursorCipher.encryptPage(scope, answer) };
  }
  return { status: route.alternative?.status ?? route.status, body: answer.body };
}

async function answerDownload<Route extends DownloadDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<Download>,
  options: BindRouteOptions,
  request: Request,
  response: Response,
): Promise<void> {
  let release: (() => void) | undefined;
  const admit = ({ userId }: Viewer) => {
    release = options.downloadSlots.acquire(userId);
  };
  try {
    const work = readInput(route, request, response, { ...options, admit }).then((input) =>
      inTurn(options.workload, route, input, () =>
        // As for `answerOnce`.
        handler(input as unknown as HandlerInput<Route>),
      ),
    );
    const download = options.verifyAnswers ? await verifiedRefusals(route, work) : await work;
    await sendDownload(route, download, response);
  } finally {
    release?.();
  }
}

interface ReadInput {
  viewer: Viewer | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile[]>;
  context: RequestContext;
  keyed: KeyedRequest | null;
}

async function readInput(
  route: EndpointDefinition,
  request: Request,
  response: Response,
  options: BindRouteOptions & { admit?: (viewer: Viewer) => void },
): Promise<ReadInput> {
  const { viewer, bearerToken } = await authenticate(route, { request, response }, options);
  const { fields, files } = await readBody(request, response, route.body, (form) =>
    options.receiveForm(request, response, form, {
      viewer,
      takeLimit: () => takeUpload(options.limits, viewer),
    }),
  );
  const query = route.query && parseInput(route.query, request.query);
  const content = {
    params: route.params && parseInput(route.params, request.params),
    query: options.cursorCipher.decryptQuery({ route, viewer }, query),
    body: route.body && 'schema' in route.body ? parseInput(route.body.schema, fields) : undefined,
    files,
  };
  const keyed =
    route.takesIdempotencyKey && viewer !== undefined
      ? await readKeyedRequest(request, route, viewer, content)
      : null;
  return { ...content, viewer, keyed, context: toContext(request, response, bearerToken) };
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

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function lowerCase<Method extends string>(method: Method): Lowercase<Method> {
  // toLowerCase is typed as any string.
  return method.toLowerCase() as Lowercase<Method>;
}
