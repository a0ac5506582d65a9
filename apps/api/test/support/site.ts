import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, request } from 'node:http';
import type { SendRequest } from '../../src/platform/public-request.ts';
import { sampleImage } from '../media/sample-images.ts';

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Another site, https://site.test: its pages by path, and the paths that were requested. `sendRequest` connects to it.
 */
export async function startSite() {
  const requested: string[] = [];
  const pages = new Map<string, { body: string | Buffer; headers?: Record<string, string> }>();
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    requested.push(path);
    if (path === '/endless') {
      response.writeHead(200).write('<html>');
      return;
    }
    const page = pages.get(path);
    const location = page?.headers?.['location'];
    response.writeHead(location ? 302 : page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...page?.headers,
    });
    response.end(page?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  const image = await sampleImage(800, 420).png().toBuffer();
  pages.set('/image.png', { body: image, headers: { 'content-type': 'image/png' } });
  return {
    requested,
    address: (path: string) => `https://site.test${path}`,
    sendRequest: ((url, options) =>
      request({
        ...options,
        host: '127.0.0.1',
        port,
        path: url.pathname + url.search,
      })) satisfies SendRequest,
    remove: (path: string) => void pages.delete(path),
    add: (path: string, body: string | Buffer, headers?: Record<string, string>) =>
      void pages.set(path, { body, ...(headers && { headers }) }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page with a title, and further elements of its head. */
export const page = (title: string, rest = '') =>
  `<html><head><meta property="og:title" content="${title}">${rest}</head></html>`;
