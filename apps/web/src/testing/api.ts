import type { countUnreadMessages } from '@skein/contracts/chat';
import type { getTerms } from '@skein/contracts/instance';
import type { ErrorBody, ErrorCode, RouteDefinition, RouteResponse } from '@skein/contracts/http';
import type {
  countUnreadNotifications,
  getNotificationPreferences,
} from '@skein/contracts/notifications';
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';

/**
 * Stands in for the API. A test adds the answers it needs with `server.use`; nothing is unread, of
 * which every screen asks sooner or later, and everybody wants to be told of everything.
 */
export const server = setupServer(
  answer<typeof countUnreadNotifications>('GET', '/notifications/unread-count', () => ({
    count: 0,
  })),
  answer<typeof getTerms>('GET', '/instance/terms', () => ({ text: null })),
  answer<typeof countUnreadMessages>('GET', '/chat/unread-count', () => ({ count: 0 })),
  answer<typeof getNotificationPreferences>('GET', '/notifications/preferences', () => ({
    like: true,
    reaction: true,
    reply: true,
    mention: true,
    repost: true,
    quote: true,
    follow: true,
    follow_request: true,
    follow_approved: true,
    poll_ended: true,
  })),
);

interface Refusal {
  status: number;
  code?: ErrorCode;
  message?: string;
  errors?: ErrorBody['errors'];
}

type Reply<Route extends RouteDefinition> = RouteResponse<Route> | Response;

/** One endpoint's answer, held to its contract: `answer<typeof login>('POST', '/auth/login', …)`. */
export function answer<Route extends RouteDefinition>(
  method: Route['method'],
  path: Route['path'],
  reply: (request: Request) => Reply<Route> | Promise<Reply<Route>>,
): HttpHandler {
  const pattern = `*/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return httpMethod(method)(pattern, async ({ request }) => {
    const body = await reply(request);
    return body instanceof Response ? body : Response.json(body);
  });
}

/** An error answer in the shape that all endpoints share. */
export function refusal({ status, code = 'internal', message = '', errors }: Refusal): Response {
  const body: ErrorBody = {
    success: false,
    code,
    message,
    requestId: 'test-request',
    ...(errors && { errors }),
  };
  return Response.json(body, { status });
}

/** No answer at all: the connection fails. */
export function noAnswer(): Response {
  return HttpResponse.error();
}

function httpMethod(method: RouteDefinition['method']) {
  const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete } as const;
  return methods[method];
}
