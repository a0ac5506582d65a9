import type * as ClientS3 from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import type { BucketLocation } from '../../../platform/config/media-location.ts';

const connectTimeoutMs = 2000;
const requestTimeoutMs = 8000;
const attemptsMax = 2;

/** The AWS SDK with a client for one store. */
export interface BucketClient {
  s3: typeof ClientS3;
  Upload: typeof Upload;
  client: ClientS3.S3Client;
}

/** The SDK is large, so it is loaded once and only by servers that use a bucket. */
export function createBucketConnector(location: BucketLocation): () => Promise<BucketClient> {
  let loaded: Promise<BucketClient> | undefined;
  return () => (loaded ??= load(location));
}

async function load(location: BucketLocation): Promise<BucketClient> {
  const [s3, libStorage] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const client = new s3.S3Client({
    region: location.region,
    // Self-hosted stores rarely support host names per bucket.
    ...(location.endpoint && { endpoint: location.endpoint.href, forcePathStyle: true }),
    ...(location.credentials && { credentials: location.credentials }),
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
    // Many S3-compatible stores reject the checksums that newer SDKs add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { s3, Upload: libStorage.Upload, client };
}
