import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { BucketLocation } from '../../../src/platform/config/media-location.ts';

export interface BucketServer {
  /** A bucket of the server with valid credentials. */
  location: BucketLocation;
  /** The directory that contains its files. */
  directory: string;
  close(): Promise<void>;
}

const bucket = 'skein-media';

/**
 * An S3 server on a free port. It computes wrong signatures for list requests (it omits the trailing
 * slash of their path), so by default signatures are not verified; access keys always are.
 */
export async function startBucketServer(
  options: { checksSignatures?: boolean } = {},
): Promise<BucketServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: options.checksSignatures !== true,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    directory,
    location: {
      kind: 'bucket',
      bucket,
      prefix: 'media/',
      endpoint: new URL(`http://127.0.0.1:${port}`),
      region: 'us-east-1',
      // The only key of this server.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async close() {
      // Closing fails if a test has already closed the server.
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
