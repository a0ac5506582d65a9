import { Readable } from 'node:stream';
import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import type { BucketLocation } from '../../../platform/config/media-location.ts';
import { createBucketConnector } from './bucket-client.ts';
import type { BucketClient } from './bucket-client.ts';
import { toBucketError, toBucketAccessError, isMissing } from './bucket-errors.ts';
import { isStorageKey, isStoredName } from './media-store.ts';
import type { ByteRange, MediaStore, StoredFile } from './media-store.ts';

/**
 * Stores media in a bucket of an S3-compatible store, as `<prefix><key>/<file name>`. Objects are
 * written atomically.
 */
export function createBucketMediaStore(location: BucketLocation): MediaStore {
  const { bucket: Bucket, prefix } = location;
  const connect = createBucketConnector(location);
  const folderPath = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('Not a storage key.');
    return `${prefix}${key}/`;
  };
  const locate = (key: string, fileName: string) => {
    if (!isStoredName(key, fileName)) throw new Error('Not the name of a stored file.');
    return { Bucket, Key: folderPath(key) + fileName };
  };

  const put: MediaStore['put'] = async (key, fileName, content) => {
    const target = locate(key, fileName);
    const { s3, client, Upload } = await connect();
    await explained(async () => {
      if (content instanceof Readable) {
        // The length is unknown, so this is a multipart upload, which is aborted on failure.
        await new Upload({ client, params: { ...target, Body: content } }).done();
      } else {
        await client.send(new s3.PutObjectCommand({ ...target, Body: content }));
      }
    });
  };

  return {
    put,
    putDeferred: put,
    flush: () => Promise.resolve(),

    async stat(key, fileName) {
      const target = locate(key, fileName);
      const { s3, client } = await connect();
      const found = await explained(() => client.send(new s3.HeadObjectCommand(target)));
      return found && toStoredFile(found);
    },

    async read(key, fileName, range) {
      const target = locate(key, fileName);
      const { s3, client } = await connect();
      const command = new s3.GetObjectCommand({
        ...target,
        ...(range && { Range: toText(range) }),
      });
      const found = await explained(() => client.send(command));
      return found && toReadable(found);
    },

    async list(key) {
      const folder = folderPath(key);
      const names = await listObjects(await connect(), Bucket, folder);
      return names
        .map((name) => name.slice(folder.length))
        .filter((name) => isStoredName(key, name));
    },
    async removeFile(key, fileName) {
      const target = locate(key, fileName);
      const { s3, client } = await connect();
      await explained(() => client.send(new s3.DeleteObjectCommand(target)));
    },
    remove: async (key) => removeObjects(await connect(), Bucket, folderPath(key)),

    check: async () => checkBucket(await connect(), Bucket),
  };
}

async function listObjects({ s3, client }: BucketClient, Bucket: string, Prefix: string) {
  const found = await explained(() =>
    // A key has few files, far below the limit of one response.
    client.send(new s3.ListObjectsV2Command({ Bucket, Prefix })),
  );
  return (found?.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
}

async function removeObjects(connected: BucketClient, Bucket: string, folder: string) {
  const { s3, client } = connected;
  // One by one, because not every store supports deleting several objects.
  for (const Key of await listObjects(connected, Bucket, folder)) {
    await explained(() => client.send(new s3.DeleteObjectCommand({ Bucket, Key })));
  }
}

async function checkBucket({ s3, client }: BucketClient, Bucket: string): Promise<void> {
  try {
    await client.send(new s3.HeadBucketCommand({ Bucket }));
  } catch (error) {
    throw toBucketAccessError(error, Bucket);
  }
}

/** Null for a missing object. */
async function explained<Result>(act: () => Promise<Result>): Promise<Result | null> {
  try {
    return await act();
  } catch (error) {
    if (isMissing(error)) return null;
    throw toBucketError(error);
  }
}

function toStoredFile(found: HeadObjectCommandOutput): StoredFile {
  return { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
}

function toReadable({ Body }: GetObjectCommandOutput): Readable | null {
  // In Node.js the body is never a web stream.
  return Body instanceof Readable ? Body : null;
}

function toText({ start, end }: ByteRange): string {
  return `bytes=${start}-${end}`;
}
