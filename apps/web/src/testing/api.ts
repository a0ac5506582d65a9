import * as routes from '@skein/contracts/routes';
import type {
  ErrorBody,
  ErrorCode,
  RouteAddress,
  RouteDefinition,
  RouteResponse,
} from '@skein/contracts/http';
import type { FetchInterceptor as NodeFetchInterceptor } from '@mswjs/interceptors/fetch';
import { FetchInterceptor } from '@mswjs/interceptors/fetch/web';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import { parseAddress } from '../api/build-request.ts';

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
    mockRoute(routes.countUnreadNotifications, () => ({
      count: 0,
    })),
    mockRoute(routes.suggestUsernames, () => ({
      isAvailable: null,
      suggestions: [],
    })),
    // The page that a signed-out visitor wants to open is not public.
    mockRoute(routes.getPagePreview, () => errorResponse({ status: 404, code: 'not_found' })),
    mockRoute(routes.getTerms, () => ({ text: null })),
    mockRoute(routes.listRules, () => []),
    mockRoute(routes.listAlerts, () => ({ alerts: [] })),
    mockRoute(routes.listBookmarkFolders, () => []),
    mockRoute(routes.listUserLists, () => []),
    mockRoute(routes.countUnreadMessages, () => ({
      count: 0,
      requestsCount: 0,
    })),
    mockRoute(routes.listOwnInvitations, () => ({
      canInvite: false,
      remaining: 0,
      invitations: [],
    })),
    mockRoute(routes.listCannedResponses, () => []),
    mockRoute(routes.getEmailDigest, () => ({
      isEnabled: false,
      isAvailable: true,
    })),
    mockRoute(routes.listFilteredNotifications, () => []),
    mockRoute(routes.listPushHosts, () => []),
    mockRoute(routes.getNotificationPolicy, () => ({
      filtersNotFollowing: false,
      filtersNotFollowers: false,
      filtersNewAccounts: false,
    })),
    mockRoute(routes.getNotificationPreferences, () => ({
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
      new_thread: true,
      moved: true,
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

/** A conditional type, so that the compiler infers the route from the address alone. */
type Handle<Route> = Route extends RouteDefinition
  ? (request: Request) => MockResponse<Route> | Promise<MockResponse<Route>>
  : never;

/** Mocks one route, typed by its contract: `mockRoute(routes.login, () => …)`. */
export function mockRoute<Route extends RouteDefinition>(
  address: RouteAddress<Route>,
  handle: Handle<Route>,
): HttpHandler {
  const { method, path } = parseAddress(address);
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

function httpMethod(method: string) {
  const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };
  return methods[method as keyof typeof methods];
}
