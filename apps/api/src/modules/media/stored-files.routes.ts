import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { pipeToClient } from '../../http/downloads/pipe-to-client.ts';
import { MethodNotAllowedError, NotFoundError } from '../../platform/errors.ts';
import { toMediaUrl } from './media-url.ts';
import { findServedType } from './served-types.ts';
import { isStoredName } from './store/media-store.ts';
import type { ByteRange, MediaStore, StoredFile } from './store/media-store.ts';

const methods = ['GET', 'HEAD'];

const fileHeaders = [
  'Content-Type',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Cache-Control',
  'ETag',
  'Last-Modified',
];

/** Files of other servers, which are stored when they are first needed. */
export interface RemoteFiles {
  /** Delays the removal of a file that is not used any more. */
  recordUse: (storageKey: string) => void;
  /**
   * Stores the files of a key. Returns the name of the requested file, or of the one to show instead; null if
   * there is none.
   * @throws UnavailableError
   */
  fetch: (storageKey: string, fileName: string) => Promise<string | null>;
}

interface MediaHandlerOptions {
  findDownloadName: (storageKey: string) => Promise<string | null>;
  remoteFiles?: RemoteFiles | undefined;
}

/**
 * Serves `/<key>/<file name>` from the store. The URL itself is the permission, and its content
 * never changes, so caches may keep it forever.
 */
export function createMediaHandler(
  store: MediaStore,
  { findDownloadName, remoteFiles }: MediaHandlerOptions,
): RequestHandler {
  return async (request, response) => {
    if (!methods.includes(request.method)) throw new MethodNotAllowedError(request.method, methods);
    const { key, fileName } = parsePath(request.path);
    const type = findServedType(fileName);
    if (type === null) throw notFound();
    let file = await store.stat(key, fileName);
    if (file === null && remoteFiles !== undefined) {
      const fetchedName = await fetchName(remoteFiles, key, fileName);
      if (fetchedName !== fileName) {
        response.redirect(toMediaUrl(key, fetchedName));
        return;
      }
      file = await store.stat(key, fileName);
    }
    if (!file) throw notFound();
    remoteFiles?.recordUse(key);

    const name = type.disposition === 'attachment' ? await findDownloadName(key) : null;
    if (name === null) response.set('Content-Disposition', type.disposition);
    else response.attachment(name);
    response.set({
      'Content-Type': type.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      // Apps in browsers show files from other sites and read their pixels. Neither needs a cookie.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      'Accept-Ranges': 'bytes',
      // The content of a key never changes, so the URL identifies the version.
      ETag: `"${key}/${fileName}"`,
      'Last-Modified': file.modifiedAt.toUTCString(),
    });
    if (request.fresh) {
      response.removeHeader('Content-Type');
      response.status(304).end();
      return;
    }
    await sendContent(request, response, file, (range) => store.read(key, fileName, range));
  };
}

/** @throws NotFoundError */
async function fetchName(remoteFiles: RemoteFiles, key: string, fileName: string): Promise<string> {
  const fetchedName = await remoteFiles.fetch(key, fileName);
  if (fetchedName === null) throw notFound();
  return fetchedName;
}

function parsePath(path: string): { key: string; fileName: string } {
  const [, key = '', fileName = '', ...rest] = path.split('/');
  if (rest.length > 0 || !isStoredName(key, fileName)) throw notFound();
  return { key, fileName };
}

async function sendContent(
  request: Request,
  response: Response,
  file: StoredFile,
  read: (range?: ByteRange) => Promise<Readable | null>,
): Promise<void> {
  const range = chooseRange(request, response, file);
  if (range === 'unsatisfiable') {
    clearFileHeaders(response);
    response.status(416).set('Content-Range', `bytes */${file.bytes}`).end();
    return;
  }
  if (range) {
    response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  response.set('Content-Length', String(range ? range.end - range.start + 1 : file.bytes));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const content = await read(range);
  if (!content) {
    // Deleted since it was looked up.
    clearFileHeaders(response);
    throw notFound();
  }
  // Uses no download slot: sending a file costs no work. A paused player reconnects with a range.
  await pipeToClient(content, response, { minBytes: 1 });
}

/** An error response must not have the file's headers. */
function clearFileHeaders(response: Response): void {
  for (const name of fileHeaders) response.removeHeader(name);
}

/** Undefined for the whole file: without a range, or with an invalid, outdated or multiple one. */
function chooseRange(
  request: Request,
  response: Response,
  file: StoredFile,
): ByteRange | 'unsatisfiable' | undefined {
  if (request.method === 'HEAD' || !matchesIfRange(request, response)) return undefined;
  const ranges = request.range(file.bytes);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** `If-Range`: the range applies only if the client has this version. */
function matchesIfRange(request: Request, response: Response): boolean {
  const condition = request.get('If-Range');
  if (condition === undefined) return true;
  return condition === response.get('ETag') || condition === response.get('Last-Modified');
}

function notFound(): NotFoundError {
  return new NotFoundError('error.notFound');
}
