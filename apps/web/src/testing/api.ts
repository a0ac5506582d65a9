import type { suggestUsernames } from '@skein/contracts/auth';
import type { listBookmarkFolders } from '@skein/contracts/bookmarks';
import type { countUnreadMessages } from '@skein/contracts/chat';
import type { getTerms, listRules } from '@skein/contracts/instance';
import type { listUserLists } from '@skein/contracts/lists';
import type {
  listAlerts,
  listCannedResponses,
  listOwnInvitations,
} from '@skein/contracts/moderation';
import type { ErrorBody, ErrorCode, RouteDefinition, RouteResponse } from '@skein/contracts/http';
import type {
  countUnreadNotifications,
  getEmailDigest,
  getNotificationPreferences,
} from '@skein/contracts/notifications';
import type { FetchInterceptor as NodeFetchInterceptor } from '@mswjs/interceptors/fetch';
import { FetchInterceptor } from '@mswjs/interceptors/fetch/web';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';

// The package declares its base class twice, once for browsers.
const fetchInterceptor: object = new FetchInterceptor();

/**
 * The mocked API. Tests add routes with `server.use`. The routes here are those that every page
 * requests: nothing is unread, and all notification types are enabled.
 *
 * `setupServer` of MSW would mock the sockets below fetch, which takes a multiple of the time.
 */
export const server = defineNetwork({
  sources: [
    new InterceptorSource({
      interceptors: [fetchInterceptor as NodeFetchInterceptor, new XMLHttpRequestInterceptor()],
    }),
  ],
  onUnhandledFrame: 'error',
  context: { quiet: true },
  handlers: [
    mockRoute<typeof countUnreadNotifications>('GET', '/notifications/unread-count', () => ({
      count: 0,
    })),
    mockRoute<typeof suggestUsernames>('GET', '/auth/usernames', () => ({
      isAvailable: null,
      suggestions: [],
    })),
    mockRoute<typeof getTerms>('GET', '/instance/terms', () => ({ text: null })),
    mockRoute<typeof listRules>('GET', '/instance/rules', () => []),
    mockRoute<typeof listAlerts>('GET', '/admin/alerts', () => ({ alerts: [] })),
    mockRoute<typeof listBookmarkFolders>('GET', '/bookmark-folders', () => []),
    mockRoute<typeof listUserLists>('GET', '/lists', () => []),
    mockRoute<typeof countUnreadMessages>('GET', '/chat/unread-count', () => ({
      count: 0,
      requestsCount: 0,
    })),
    mockRoute<typeof listOwnInvitations>('GET', '/invitations', () => ({
      canInvite: false,
      remaining: 0,
      invitations: [],
    })),
    mockRoute<typeof listCannedResponses>('GET', '/admin/canned-responses', () => []),
    mockRoute<typeof getEmailDigest>('GET', '/notifications/email-digest', () => ({
      isEnabled: false,
      isAvailable: true,
    })),
    mockRoute<typeof getNotificationPreferences>('GET', '/notifications/preferences', () => ({
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
      moderation_warning: true,
      report_message: true,
    })),
  ],
});

interface ErrorResponseOptions {
  status: number;
  code?: ErrorCode;
  message?: string;
  errors?: ErrorBody['errors'];
}

type MockResponse<Route extends RouteDefinition> = RouteResponse<Route> | Response;

/** Mocks one route, typed by its contract: `mockRoute<typeof login>('POST', '/auth/login', …)`. */
export function mockRoute<Route extends RouteDefinition>(
  method: Route['method'],
  path: Route['path'],
  handle: (request: Request) => MockResponse<Route> | Promise<MockResponse<Route>>,
): HttpHandler {
  const pattern = `*/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return httpMethod(method)(pattern, async ({ request }) => {
    const body = await handle(request);
    return body instanceof Response ? body : Response.json(body);
  });
}

/** An error response in the format of the API. */
export function errorResponse({
  status,
  code = 'internal',
  message = '',
  errors = null,
}: ErrorResponseOptions): Response {
  const body: ErrorBody = {
    success: false,
    code,
    message,
    errors,
    requestId: 'test-request',
  };
  return Response.json(body, { status });
}

/** A failed connection without a response. */
export function networkFailure(): Response {
  return HttpResponse.error();
}

function httpMethod(method: RouteDefinition['method']) {
  const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete } as const;
  return methods[method];
}
