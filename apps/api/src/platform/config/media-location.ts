import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A bucket of an S3-compatible store. */
export interface BucketLocation {
  kind: 'bucket';
  bucket: string;
  /** The prefix of all object keys: empty or ending in a slash. */
  prefix: string;
  /** Undefined for Amazon S3. */
  endpoint: URL | undefined;
  region: string;
  /** Undefined for the default credentials of the AWS SDK: AWS_* variables, a profile or a role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** The storage location of media files. `directory` is absolute. */
export type MediaLocation = { kind: 'folder'; directory: string } | BucketLocation;

const parameters = new Set(['endpoint', 'region']);
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:[\w.-]+\/)*$/;

/**
 * Reads `file:/srv/media` (or a relative `file:media`) and
 * `s3://bucket/prefix?endpoint=https://s3.example&region=eu-1`.
 * @returns the location, or the mistake as the end of a sentence
 */
export function parseMediaLocation(text: string): MediaLocation | string {
  if (text.startsWith('file:')) return parseFolder(text);
  if (text.startsWith('s3:')) return parseBucket(text);
  return 'must begin with file: or s3://';
}

function parseFolder(text: string): MediaLocation | string {
  const rest = text.slice('file:'.length);
  if (rest === '') return 'must name a folder, such as file:/srv/skein/media';
  try {
    const directory = rest.startsWith('//') ? fileURLToPath(text) : path.resolve(rest);
    return { kind: 'folder', directory };
  } catch {
    return 'must be a local folder, such as file:/srv/skein/media';
  }
}

function parseBucket(text: string): BucketLocation | string {
  const url = URL.parse(text);
  if (url === null || !bucketPattern.test(url.hostname)) {
    return 'must name a bucket, such as s3://bucket?endpoint=https://s3.example&region=eu-1';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not contain keys: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined) return `supports the parameters endpoint and region, not ${unknown}`;
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  if (endpoint === null) return 'endpoint must begin with http:// or https://';
  const prefix = url.pathname.replace(/^\//, '').replace(/([^/])$/, '$1/');
  if (!prefixPattern.test(prefix)) return 'the prefix may contain only letters, digits and slashes';
  return {
    kind: 'bucket',
    bucket: url.hostname,
    prefix,
    endpoint,
    // The value that stores without regions expect.
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: undefined,
  };
}

function readEndpoint(text: string | null): URL | undefined | null {
  if (text === null) return undefined;
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
}
