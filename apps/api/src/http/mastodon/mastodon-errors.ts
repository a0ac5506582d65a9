import { sourceLocale } from '@skein/messages';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { NotFoundError } from '../../platform/errors.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { renderMessage } from '../../platform/messages.ts';
import { toAppError } from '../middleware/error-handler.ts';
import { getRequestId } from '../middleware/request-context.ts';

/** Statuses of Mastodon's API that differ from ours. */
const statuses = new Map<AppError['code'], number>([
  ['validation_failed', 422],
  ['conflict', 422],
  ['unsupported_media', 422],
]);

/** For routes that do not exist, or not yet. */
export const rejectUnknownMastodonPath: RequestHandler = () => {
  throw new NotFoundError('error.notFound');
};

/** Converts every error to the form of Mastodon and OAuth, in English as clients expect it. */
export function createMastodonErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const appError = toAppError(error);
    if (appError.code === 'internal') {
      logger.error({ err: error, requestId: getRequestId(response) }, 'request failed');
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    response
      .status(statuses.get(appError.code) ?? appError.status)
      .set(appError.headers)
      .json(toBody(appError));
  };
}

function toBody({ code, message, fieldErrors }: AppError): object {
  switch (code) {
    case 'unauthenticated':
      return { error: 'The access token is invalid', error_description: message };
    case 'not_found':
      return { error: 'Record not found', error_description: message };
    case 'validation_failed': {
      const details = Map.groupBy(fieldErrors ?? [], ({ path }) => path);
      return {
        error: `Validation failed: ${message}`,
        details: Object.fromEntries(
          [...details].map(([path, errors]) => [
            path,
            errors.map(({ message: key }) => ({
              error: 'ERR_INVALID',
              description: renderMessage(sourceLocale, key),
            })),
          ]),
        ),
      };
    }
    default:
      return { error: message };
  }
}
