import { sourceLocale } from '@skein/messages';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { EndpointDefinition } from '@skein/contracts/http';
import { independentAttempt } from '../../platform/idempotency/idempotency.ts';
import type { Download } from '../../platform/download.ts';
import type { HandlerInput } from '../../http/routes/bind-route.ts';
import type { RequestContext } from '../../platform/request-context.ts';
import { renderSuccess } from '../../platform/results.ts';
import { createCursorCipher } from '../../http/routes/cursor-cipher.ts';
import { moderationRoutes } from '../../modules/moderation/index.ts';
import { monitoringRoutes } from '../../modules/monitoring/index.ts';
import { webhooksRoutes } from '../../modules/webhooks/index.ts';
import { newId } from '../../platform/ids.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import { findOwner } from './admin.repository.ts';
import type { AdminContext } from './command.ts';
import { requireOperation } from './operations.ts';
import type { OperationInput } from './operations.ts';

type Handler = (input: HandlerInput<EndpointDefinition>) => Promise<unknown>;

const context: RequestContext = {
  userAgent: undefined,
  address: undefined,
  isLocal: true,
  locale: 'en',
  bearerToken: undefined,
  setCookie: () => undefined,
  clearCookie: () => undefined,
  clearCache: () => undefined,
};

/** Runs an operation of the administration as the owner of the instance, and returns its output. */
export async function callOperation(
  admin: AdminContext,
  id: string,
  { params, query, body, files }: OperationInput,
): Promise<string> {
  const route = requireOperation(id);
  const handle = listHandlers(admin).get(id);
  if (handle === undefined) throw new Error(`No module handles ${id}.`);
  const viewer = await getOwner(admin);
  const scope = { route, viewer };
  const cursorCipher = createCursorCipher(admin.settings.jwtSecret);
  const input = {
    viewer,
    params,
    query: cursorCipher.decryptQuery(scope, query),
    body,
    files: await readFiles(files),
    idempotency: route.takesIdempotencyKey === true ? independentAttempt() : undefined,
    context,
  };
  // The input was parsed with this route's schemas, which the compiler cannot know.
  const result = await handle(input as unknown as HandlerInput<EndpointDefinition>);
  // The handler of a download returns one.
  if ('download' in route) return (await text((result as Download).content)).trimEnd();
  const response = renderSuccess(sourceLocale, cursorCipher.encryptPage(scope, result));
  return JSON.stringify(response, null, 2);
}

/** Returns the handlers of the API by the ids of the routes. */
export function listHandlers({ moderation, webhooks, monitoring }: AdminContext) {
  const handlers = new Map<string, Handler>();
  const bind = (route: EndpointDefinition, handler: unknown) => {
    // A handler accepts what the schemas of its route return.
    handlers.set(route.id, handler as Handler);
  };
  // The owner has all permissions, and no session that could have a second factor.
  const permitted = { ...moderation, requirePermission: () => Promise.resolve() };
  moderationRoutes({ bind, bindDownload: bind }, permitted);
  webhooksRoutes(bind, { webhooks, moderation: permitted });
  monitoringRoutes(bind, { monitoring, moderation: permitted });
  return handlers;
}

/** @throws OperationError without an owner */
async function getOwner({ adminEmails, database }: AdminContext): Promise<Viewer> {
  const userId = await findOwner(database, adminEmails);
  if (userId !== null) return { userId, sessionId: newId() };
  throw new OperationError('The instance has no owner. Give an account this role with: set-role');
}

/** @throws OperationError */
async function readFiles(
  files: Readonly<Record<string, string>>,
): Promise<Record<string, UploadedFile[]>> {
  const uploads = Object.entries(files).map(
    async ([name, file]): Promise<[string, UploadedFile[]]> => {
      const found = await stat(file).catch((cause: unknown) => {
        throw new OperationError(`${file} cannot be read.`, { cause });
      });
      if (!found.isFile()) throw new OperationError(`${file} is not a file.`);
      const upload = { path: path.resolve(file), originalName: path.basename(file) };
      return [name, [{ ...upload, bytes: found.size }]];
    },
  );
  return Object.fromEntries(await Promise.all(uploads));
}
