import type { RouteDefinition, RouteResponse } from '@skein/contracts/http';
import { getAccessToken } from '../lib/session/session.ts';
import { buildBody, buildHeaders, buildUrl } from './build-request.ts';
import { ApiError, parseErrorBody } from './errors.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import type { AnyRequest, RequestOptions } from './route-types.ts';
import { sendWithFetch } from './transport.ts';
import type { Answer } from './transport.ts';
import { announceUnauthorized } from './unauthorized.ts';

/**
 * Calls one endpoint, typed by its contract: `request<typeof listFeed>({ method: 'GET', path:
 * '/threads' })`. The contract itself stays out of the browser, so method and path stand again
 * as literals that the compiler compares.
 *
 * @throws {ApiError} the server refused
 * @throws {NetworkError} no answer came
 * @throws {DOMException} `AbortError`, once `signal` is aborted
 */
export async function request<Route extends RouteDefinition>(
  options: RequestOptions<Route>,
): Promise<RouteResponse<Route>> {
  // RequestOptions narrows AnyRequest by a contract the compiler cannot see through here.
  const call = options as AnyRequest;
  const token = call.token ?? getAccessToken();
  const answer = await send(call, {
    method: call.method,
    url: buildUrl(call),
    headers: buildHeaders(call, token),
    body: buildBody(call),
    signal: call.signal,
  });
  const body = parseJson(answer.text);
  if (answer.status >= 200 && answer.status < 300 && body !== undefined) {
    // The server checks what it sends against this contract.
    return body as RouteResponse<Route>;
  }
  // A 401 from /auth/* is an answer to show, never a lost session.
  const isHandled = call.handlesUnauthorized === true || call.path.startsWith('/auth/');
  if (answer.status === 401 && !isHandled) announceUnauthorized(token);
  throw new ApiError(answer.status, parseErrorBody(body));
}

/** To be called when an upload is likely: what sends it must not be missing once it is wanted. */
export const loadUpload = () => import('./upload.ts');

async function send(call: AnyRequest, outgoing: OutgoingRequest): Promise<Answer> {
  if (!call.onUploadProgress) return sendWithFetch(outgoing);
  const { sendWithProgress } = await loadUpload();
  return sendWithProgress(outgoing, call.onUploadProgress);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
