import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { limitPublicRequests } from '../../http/middleware/count-request.ts';
import { runParser } from '../../http/routes/read-body.ts';
import { profiledMediaType } from '../../platform/activity-streams.ts';
import { AppError, NotFoundError, UnsupportedMediaError } from '../../platform/errors.ts';
import { addressKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { withValues } from '@skein/messages';
import { toMediaUrl } from '../media/index.ts';
import type { ServedDocument } from './documents/documents.ts';
import { synchronizationName } from './identity/addresses.ts';
import type { FederationModule } from './federation.module.ts';

const bodyMaxBytes = 256 * 1024;
const activityType = 'application/activity+json';
const servedTypes = ['text/html', activityType, 'application/ld+json', profiledMediaType];
const acceptedTypes = [activityType, 'application/ld+json', 'application/json'];

/** An emoji that has changed is shown after a day. */
const emojiCaching = 'public, max-age=86400';

interface Services {
  federation: FederationModule;
  rateLimiter: RateLimiter;
}

/** What other servers request: accounts, threads and inboxes. */
export function federationRouter({ federation, rateLimiter }: Services): Router {
  const router = express.Router();
  router.use((_request, _response, next) => {
    if (federation.isConnected()) next();
    else next('router');
  });
  const limit = limitPublicRequests(rateLimiter);
  const serve =
    (
      find: (params: Record<string, string>, request: Request) => Promise<ServedDocument | null>,
    ): RequestHandler =>
    async (request, response) => {
      sendDocument(response, await find(request.params as Record<string, string>, request));
    };

  const toSigned = (request: Request, body?: Buffer) => ({
    request: toSignedRequest(request, federation.origin, body),
    address: request.ip,
  });
  const findNote = (id: string, request: Request) => federation.findNote(id, toSigned(request));

  const findActor = serve(({ id = '' }) => federation.findActor(id));
  router.get('/ap/users/:id', limit, findActor);
  const findFollowers = serve(({ id = '' }, request) =>
    federation.findFollowersOnHost(id, toSigned(request)),
  );
  router.get(`/ap/users/:id/${synchronizationName}`, limit, findFollowers);
  const findCollection = serve(({ id = '', collection = '' }, { query }) =>
    federation.findCollection(id, collection, query),
  );
  router.get('/ap/users/:id/:collection', limit, findCollection);
  const findObject = serve(({ id = '' }, request) => findNote(id, request));
  router.get('/ap/objects/:id', limit, findObject);
  const findQuoteAuthorization = serve(({ id = '' }) => federation.findQuoteAuthorization(id));
  router.get('/ap/quote-authorizations/:id', limit, findQuoteAuthorization);
  const findReplyAuthorization = serve(({ id = '' }, request) =>
    federation.findReplyAuthorization(id, toSigned(request)),
  );
  router.get('/ap/reply-authorizations/:id', limit, findReplyAuthorization);
  router.post(['/ap/inbox', '/ap/users/:id/inbox'], limit, async (request, response) => {
    const body = await readBody(request, response);
    await federation.receive({ ...toSigned(request, body), body: body.toString() });
    response.status(202).end();
  });
  router.get('/media/emoji/:domain/:shortcode', limit, async (request, response) => {
    const { domain = '', shortcode = '' } = request.params as Record<string, string>;
    const key = await federation.findEmojiKey(domain, shortcode);
    if (key === null) throw new NotFoundError('error.notFound');
    response.set('Cache-Control', emojiCaching).redirect(toMediaUrl(key, 'original.webp'));
  });
  servePages(router, { federation, rateLimiter }, findNote);
  return router;
}

/** The addresses of pages, which programs can request as documents. */
function servePages(
  router: Router,
  { federation, rateLimiter }: Services,
  findNote: (id: string, request: Request) => Promise<ServedDocument | null>,
): void {
  for (const [path, find] of [
    ['/profile/:name', (name: string) => federation.findActor(name)],
    ['/thread/:name', findNote],
  ] as const) {
    router.get(path, async (request: Request<{ name: string }>, response, next) => {
      response.vary('Accept');
      const type = request.accepts(servedTypes);
      if (type === false || type === 'text/html') {
        next();
        return;
      }
      await rateLimiter.consume('public', addressKey(request.ip));
      sendDocument(response, await find(request.params.name, request));
    });
  }
}

/** @throws NotFoundError without a document */
function sendDocument(response: Response, served: ServedDocument | null): void {
  if (served === null) throw new NotFoundError('error.notFound');
  const { status, document, isFollowersOnly } = served;
  response
    .status(status)
    .set('Cache-Control', isFollowersOnly === true ? 'private, no-store' : 'no-cache')
    .type(`${activityType}; charset=utf-8`)
    .send(JSON.stringify(document));
}

const parseBody = express.raw({ type: () => true, limit: bodyMaxBytes, inflate: false });

/** @throws UnsupportedMediaError; PayloadTooLargeError; AppError `malformed_body` */
async function readBody(request: Request, response: Response): Promise<Buffer> {
  if (!request.is(acceptedTypes)) {
    throw new UnsupportedMediaError(withValues('error.bodyType', { type: activityType }));
  }
  await runParser(parseBody, request, response);
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) throw new AppError('malformed_body', 'error.bodyMalformed');
  return body;
}

/** The request with the address that the other server has signed. A proxy may have changed it. */
function toSignedRequest(request: Request, origin: string, body?: Buffer): globalThis.Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'host') headers.set(name, [value].flat().join(', '));
  }
  headers.set('host', new URL(origin).host);
  const url = `${origin}${request.originalUrl}`;
  const { method } = request;
  if (body === undefined) return new globalThis.Request(url, { method, headers });
  return new globalThis.Request(url, { method, headers, body: Uint8Array.from(body) });
}
