import { UnavailableError } from '../../../platform/errors.ts';
import { MediaStoreError } from './media-store.ts';

const missingNames = new Set(['NotFound', 'NoSuchKey']);

/** Whether the object is missing. A missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && missingNames.has(error.name);
}

/**
 * Converts failures of the store (unreachable, full, forbidden) to UnavailableError, because the
 * request does not cause them.
 */
export function toBucketError(error: unknown): unknown {
  if (!isResponse(error) && !isNetworkFailure(error)) return error;
  return new UnavailableError('error.mediaUnavailable', {
    cause: error,
  });
}

/** Explains to the operator why the bucket cannot be used. A HEAD request returns only a status. */
export function toBucketAccessError(error: unknown, bucket: string): unknown {
  const status = getStatus(error);
  if (status === 404) {
    return new MediaStoreError(`The bucket ${bucket} in MEDIA_STORE does not exist.`);
  }
  if (lacksCredentials(error)) {
    return new MediaStoreError(
      `MEDIA_STORE names the bucket ${bucket}, but no key is set: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
  if (status === 403 || status === 401) {
    return new MediaStoreError(
      `The store in MEDIA_STORE rejects the key, or the key has no access to the bucket ${bucket}. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
  return toBucketError(error);
}

/** Errors with a response of the store have `$metadata`. */
function isResponse(error: unknown): boolean {
  return getStatus(error) !== undefined;
}

function getStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  if (!('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** No credentials were configured or found on the machine. */
function lacksCredentials(error: unknown): boolean {
  return error instanceof Error && error.name === 'CredentialsProviderError';
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && ('code' in error || error.name === 'TimeoutError');
}
