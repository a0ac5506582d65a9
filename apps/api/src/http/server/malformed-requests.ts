import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorStatuses } from '@skein/contracts/http';
import type { ErrorBody, ErrorCode } from '@skein/contracts/http';
import type { RequestHandler } from 'express';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

const timeoutMessage = 'The request took too long to arrive.';

/** What Node.js calls the mistakes that have a status of their own; all others are a 400. */
const brokenRequests = new Map<string, [ErrorCode, string]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['request_timeout', timeoutMessage]],
  ['HPE_HEADER_OVERFLOW', ['headers_too_large', 'The headers of the request are too large.']],
]);

/** Handles `clientError`: what arrived on a connection is not HTTP, too large or too slow. */
export function rejectBrokenRequest(error: Error, socket: Duplex): void {
  const reason = 'code' in error ? String(error.code) : '';
  const [code, message] = brokenRequests.get(reason) ?? [
    'malformed_request',
    'The request is not valid HTTP.',
  ];
  reject(socket, code, message);
}

/**
 * Ends a request whose body takes longer than `maxMs` to arrive. Uploads are left to the server's
 * own limit: Node.js has one for all requests, which has to be long enough for them.
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
    else reject(request.socket, 'request_timeout', timeoutMessage);
  }, maxMs).unref();
  request.once('close', () => clearTimeout(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
}

/** An error in the shape of all others, where there is no response to send it by. */
function reject(socket: Duplex, code: ErrorCode, message: string): void {
  const requestId = newId();
  const content = JSON.stringify({ success: false, code, message, requestId } satisfies ErrorBody);
  const status = errorStatuses[code];
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

/** A name or address, perhaps with a port; it may also be empty. */
const hostPattern = /^[\w.~!$&'()*+;=:%[\]-]*$/;

/**
 * Rejects a request without a `Host` header, with several or with one that names no host (RFC 9112,
 * section 3.2). Of several, Skein and a proxy in front of it could mean different ones.
 */
export const requireOneHost: RequestHandler = (request, _response, next) => {
  const hosts = request.headersDistinct.host ?? [];
  const [host = ''] = hosts;
  const isMissing = hosts.length === 0 && request.httpVersion === '1.1';
  if (isMissing || hosts.length > 1 || !hostPattern.test(host)) {
    throw new AppError('malformed_request', 'The request needs exactly one valid Host header.');
  }
  next();
};
