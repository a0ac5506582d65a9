import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorStatuses } from '@skein/contracts/http';
import type { ErrorBody, ErrorCode } from '@skein/contracts/http';
import type { RequestHandler } from 'express';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { STATUS_CODES } from 'node:http';
import { sourceLocale } from '@skein/messages';
import { renderMessage } from '../../platform/messages.ts';
import type { ResponseMessage } from '../../platform/messages.ts';

/** Error codes of Node.js that have a specific status. All others result in a 400. */
const errorsByNodeCode = new Map<string, [ErrorCode, ResponseMessage]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['request_timeout', 'error.requestTooSlow']],
  ['HPE_HEADER_OVERFLOW', ['headers_too_large', 'error.headersTooLarge']],
]);

/** Handles `clientError` events: input that is not HTTP, too large or too slow. */
export function rejectMalformedRequest(error: Error, socket: Duplex): void {
  const nodeCode = 'code' in error ? String(error.code) : '';
  const [code, key] = errorsByNodeCode.get(nodeCode) ?? ['malformed_request', 'error.httpInvalid'];
  reject(socket, code, key);
}

/**
 * Rejects a request whose body takes longer than `maxMs` to arrive. Uploads are exempt: the request
 * timeout of Node.js, which applies to all requests, is long enough for them.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  maxMs: number,
): void {
  if (!hasBody(request) || isForm(request)) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else reject(request.socket, 'request_timeout', 'error.requestTooSlow');
  }, maxMs).unref();
  request.once('close', () => clearTimeout(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is a form that may contain files. */
export function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
}

/**
 * Writes an error response directly to the socket, because there is no response object. It is in English,
 * because the language of the request may be unknown.
 */
function reject(socket: Duplex, code: ErrorCode, key: ResponseMessage): void {
  const message = renderMessage(sourceLocale, key);
  const requestId = newId();
  const status = errorStatuses[code];
  const errors = status === 400 ? [{ path: '', message }] : null;
  const body: ErrorBody = { success: false, code, message, errors, requestId };
  const content = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(content)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
  ];
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(`${head.join('\r\n')}\r\n\r\n${content}`, () => socket.destroy());
}

/** A host name or IP address with an optional port, or empty. */
const hostPattern = /^[\w.~!$&'()*+;=:%[\]-]*$/;

/**
 * Rejects a request with a missing, repeated or invalid `Host` header (RFC 9112, section 3.2). With
 * several, Skein and a reverse proxy could choose different ones.
 */
export const requireOneHost: RequestHandler = (request, _response, next) => {
  // `request.headers` contains only the first `Host` header.
  const hosts = request.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'host',
  );
  const [host = ''] = hosts;
  const isMissing = hosts.length === 0 && request.httpVersion === '1.1';
  if (isMissing || hosts.length > 1 || !hostPattern.test(host)) {
    throw new AppError('malformed_request', 'error.hostInvalid');
  }
  next();
};
