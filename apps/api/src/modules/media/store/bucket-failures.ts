import { UnavailableError } from '../../../platform/errors.ts';
import { MediaStoreError } from './media-store.ts';

const missingNames = new Set(['NotFound', 'NoSuchKey']);

/** Whether the store says that there is no such object. A missing bucket is another matter. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && missingNames.has(error.name);
}

/**
 * What to throw in place of a failure of the store: while it is away, full or closed to us, nothing
 * of it is a mistake of who asks.
 */
export function explainBucketFailure(error: unknown): unknown {
  if (!isAnswer(error) && !isNetworkFailure(error)) return error;
  return new UnavailableError('Media cannot be reached at the moment. Please try again soon.', {
    cause: error,
  });
}

/**
 * Why the bucket cannot be used, for the person who starts the server. Asked for nothing but its
 * head, a store tells no more than the status.
 */
export function explainRefusedBucket(error: unknown, bucket: string): unknown {
  const status = statusOf(error);
  if (status === 404) {
    return new MediaStoreError(`The bucket ${bucket} in MEDIA_STORE does not exist.`);
  }
  if (status === 403 || status === 401 || isWithoutKey(error)) {
    return new MediaStoreError(
      `The store in MEDIA_STORE refuses the key, or the key may not use the bucket ${bucket}: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
  return explainBucketFailure(error);
}

/** The library marks what the store answered, refusals included. */
function isAnswer(error: unknown): boolean {
  return statusOf(error) !== undefined;
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  if (!('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** None was given, and the library found none on the machine. */
function isWithoutKey(error: unknown): boolean {
  return error instanceof Error && error.name === 'CredentialsProviderError';
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && ('code' in error || error.name === 'TimeoutError');
}
