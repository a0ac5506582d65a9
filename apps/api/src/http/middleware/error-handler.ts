import type { ErrorBody } from '@skein/contracts/http';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { AppError, NotFoundError, UnavailableError } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { Logger } from '../../platform/logger.ts';
import { isOutage } from '../../platform/is-outage.ts';
import { renderMessage } from '../../platform/messages.ts';
import type { Locale } from '../../platform/messages.ts';
import { requestLocale } from '../routes/request-locale.ts';
import { getRequestId } from './request-context.ts';

/** Comes after all routes. */
export const rejectUnknownPath: RequestHandler = () => {
  throw new NotFoundError('error.notFound');
};

/**
 * Converts every error to the error response of the API, or to a page in a browser. Unexpected errors
 * are logged with their cause; clients receive a generic message.
 */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const appError = toAppError(error);
    const requestId = getRequestId(response);
    if (appError.status >= 500 && !isExpected(error)) {
      const level = appError.code === 'internal' ? 'error' : 'warn';
      logger[level]({ err: error, requestId }, 'request failed');
    }
    if (response.headersSent) {
      // A part of the response was sent: only closing the connection can signal the failure.
      next(error);
      return;
    }
    const locale = requestLocale(request);
    const body = toErrorBody(appError, locale, requestId);
    response.status(appError.status).set(appError.headers);
    if (!isOfApi(request)) response.vary('Accept');
    if (opensPage(request)) response.type('html').send(renderPage(appError, body.message, locale));
    else response.json(body);
  };
}

const isOfApi = (request: Request) => request.path.startsWith('/api/');

/** Whether a browser opens a page: a person reads the response. */
function opensPage(request: Request): boolean {
  return !isOfApi(request) && request.accepts(['json', 'html']) === 'html';
}

/** Loads itself again when the server may be available, for example while it starts. */
function renderPage({ status }: AppError, message: string, locale: Locale): string {
  const refresh = status === 503 ? '<meta http-equiv="refresh" content="5" />' : '';
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    ${refresh}
    <title>${escapeHtml(message)}</title>
  </head>
  <body><p>${escapeHtml(message)}</p></body>
</html>
`;
}

function toErrorBody(error: AppError, locale: Locale, requestId: string): ErrorBody {
  // A body or header that cannot be read has an error of the whole request.
  const fieldErrors =
    error.fieldErrors ?? (error.status === 400 ? [{ path: '', message: error.userMessage }] : null);
  return {
    success: false,
    code: error.code,
    message: renderMessage(locale, error.userMessage),
    errors:
      fieldErrors?.map(({ path, message }) => ({
        path,
        message: renderMessage(locale, message),
      })) ?? null,
    requestId,
  };
}

/** For example during startup or overload: the request's log line is sufficient. */
function isExpected(error: unknown): boolean {
  return error instanceof UnavailableError && error.cause === undefined;
}

/** Converts any error to the error that the client receives. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The router could not decode a path parameter, so the path cannot exist.
  if (error instanceof URIError) return new NotFoundError('error.notFound');
  if (isOutage(error)) {
    return new UnavailableError('error.unavailable', {
      cause: error,
    });
  }
  return new AppError('internal', 'error.internal', {
    cause: error,
  });
}
