import type * as ClientS3 from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import type { BucketLocation } from '../../../platform/config/media-location.ts';

const connectTimeoutMs = 2000;
const requestTimeoutMs = 8000;
const attemptsMax = 2;

/** Amazon's library with a client for one store. */
export interface BucketClient {
  s3: typeof ClientS3;
  Upload: typeof Upload;
  client: ClientS3.S3Client;
}

/** The library is large: only a server that keeps its media this way loads it, and only once. */
export function createBucketConnector(place: BucketLocation): () => Promise<BucketClient> {
  let loaded: Promise<BucketClient> | undefined;
  return () => (loaded ??= load(place));
}

async function load(place: BucketLocation): Promise<BucketClient> {
  const [s3, libStorage] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const client = new s3.S3Client({
    region: place.region,
    // With a store of one's own, buckets rarely have host names of their own.
    ...(place.endpoint && { endpoint: place.endpoint.href, forcePathStyle: true }),
    ...(place.credentials && { credentials: place.credentials }),
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
    // Other stores than Amazon's refuse the checksums that newer libraries add by themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { s3, Upload: libStorage.Upload, client };
}
