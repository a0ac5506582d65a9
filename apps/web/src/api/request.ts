import type { RouteAddress, RouteDefinition, RouteResponse } from '@skein/contracts/http';
import { getAccessToken } from '../lib/session/session.ts';
import { buildBody, buildHeaders, buildUrl, parseAddress } from './build-request.ts';
import { ApiError, parseErrorBody } from './errors.ts';
import type { HttpResponse, OutgoingRequest } from './outgoing-request.ts';
import type { AnyRequest, RequestArguments } from './route-types.ts';
import { sendWithFetch } from './transport.ts';
import { announceUnauthorized } from './unauthorized.ts';

/**
 * Calls one endpoint, typed by its contract: `request(routes.getThread, { params: { threadId } })`.
 *
 * @throws {ApiError} the server responded with an error
 * @throws {NetworkError} no response arrived
 * @throws {DOMException} `AbortError`, once `signal` is aborted
 */
export async function request<Route extends RouteDefinition>(
  address: RouteAddress<Route>,
  ...[options]: RequestArguments<Route>
): Promise<RouteResponse<Route>> {
  // RequestOptions narrows AnyRequest, but the compiler cannot infer that for a generic route.
  const call = (options ?? {}) as AnyRequest;
  const { method, path } = parseAddress(address);
  const token = call.token ?? getAccessToken();
  const response = await send(call, {
    method,
    url: buildUrl(address, call),
    headers: buildHeaders(call, token),
    body: buildBody(call),
    signal: call.signal,
  });
  const body = parseJson(response.text);
  if (response.status >= 200 && response.status < 300 && body !== undefined) {
    // The server validates its responses against this contract.
    return body as RouteResponse<Route>;
  }
  // A 401 from /auth/* means wrong credentials, not an expired session.
  const isHandled = call.handlesUnauthorized === true || path.startsWith('/auth/');
  if (response.status === 401 && !isHandled) announceUnauthorized(token);
  throw new ApiError(response.status, parseErrorBody(body));
}

/** Call this when an upload is likely, so that the code is loaded before the connection is lost. */
export const loadUpload = () => import('./upload.ts');

async function send(call: AnyRequest, outgoing: OutgoingRequest): Promise<HttpResponse> {
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
