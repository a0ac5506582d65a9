import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { BucketLocation } from '../../../src/platform/config/media-location.ts';

export interface BucketServer {
  /** A bucket of the server's, and a key that it takes. */
  place: BucketLocation;
  /** Where it keeps what it is given. */
  directory: string;
  close(): Promise<void>;
}

const bucket = 'skein-media';

/**
 * An S3 server of the test's own, on a free port. It miscounts the signatures of lists (it leaves
 * out the slash at the end of their address), so by default none has to match; keys always have to.
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
    place: {
      kind: 'bucket',
      bucket,
      prefix: 'media/',
      endpoint: new URL(`http://127.0.0.1:${port}`),
      region: 'us-east-1',
      // The one key that this server knows.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async close() {
      // It refuses to be closed twice, as by a test that takes it away.
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
