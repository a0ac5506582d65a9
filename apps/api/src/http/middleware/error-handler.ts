import type { ErrorBody } from '@skein/contracts/http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError, NotFoundError, UnavailableError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { isOutage } from '../../platform/is-outage.ts';
import { requestIdOf } from './request-context.ts';

/** The last of the API's routes: nothing lives here. */
export const rejectUnknownPath: RequestHandler = () => {
  throw new NotFoundError('There is nothing at this address.');
};

/**
 * Turns whatever was thrown into the one shape of an error answer. What is not meant for a
 * client is logged with its cause and told as a plain sentence.
 */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const refusal = toAppError(error);
    const requestId = requestIdOf(response);
    if (refusal.status >= 500 && !isDeliberate(error)) {
      const level = refusal.code === 'internal' ? 'error' : 'warn';
      logger[level]({ err: error, requestId }, 'request failed');
    }
    if (response.headersSent) {
      // Half an answer is out: only a broken connection still says that it is not whole.
      next(error);
      return;
    }
    const body: ErrorBody = {
      success: false,
      code: refusal.code,
      message: refusal.message,
      ...(refusal.fieldErrors && { errors: [...refusal.fieldErrors] }),
      requestId,
    };
    response.status(refusal.status).set(refusal.headers).json(body);
  };
}

/** Such as a start or an overload, which the request's own line in the log says enough about. */
function isDeliberate(error: unknown): boolean {
  return error instanceof UnavailableError && error.cause === undefined;
}

/** The error that a client receives. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The router could not decode a parameter of the path: no such thing can exist.
  if (error instanceof URIError) return new NotFoundError('There is nothing at this address.');
  if (isOutage(error)) {
    return new UnavailableError('The service is not available right now. Please try again soon.', {
      cause: error,
    });
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
