import type { DownloadDefinition, RouteAddress } from '@skein/contracts/http';
import { getAccessToken } from '../lib/session/session.ts';
import { buildHeaders, buildUrl } from './build-request.ts';
import { ApiError, NetworkError, parseErrorBody } from './errors.ts';
import { announceUnauthorized } from './unauthorized.ts';

interface DownloadOptions {
  params?: Record<string, string>;
  query?: Record<string, string>;
  signal: AbortSignal;
  /** Called with the number of received bytes. The total is unknown. */
  onProgress: (bytes: number) => void;
}

/**
 * Fetches a file. A plain link cannot, because the request needs the access token.
 *
 * @throws {ApiError} the server responded with an error
 * @throws {NetworkError} no response arrived, or it was incomplete
 * @throws {DOMException} `AbortError`, once `signal` is aborted
 */
export async function download(
  address: RouteAddress<DownloadDefinition>,
  { params = {}, query = {}, signal, onProgress }: DownloadOptions,
): Promise<Blob> {
  const token = getAccessToken();
  try {
    const response = await fetch(buildUrl(address, { params, query }), {
      headers: { ...buildHeaders({}, token), Accept: '*/*' },
      credentials: 'same-origin',
      signal,
    });
    if (!response.ok || !response.body) {
      if (response.status === 401) announceUnauthorized(token);
      throw new ApiError(response.status, await readErrorBody(response));
    }
    const counted = response.body.pipeThrough(countBytes(onProgress));
    const type = response.headers.get('Content-Type') ?? '';
    return new Blob([await new Response(counted).blob()], { type });
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new NetworkError('The download was interrupted', { cause: error });
  }
}

function countBytes(onProgress: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
}

async function readErrorBody(response: Response) {
  try {
    return parseErrorBody(await response.json());
  } catch {
    return null;
  }
}
