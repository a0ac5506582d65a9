import http from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Connects the servers of a federation on this machine, as DNS and a reverse proxy for HTTPS would do. A server
 * loads this file before its own code with `--import`, so that its own code is the same as in production.
 */
const ports = JSON.parse(process.env['SERVER_PORTS'] ?? '{}') as Record<string, number>;

function sendLocalRequest(url: URL, options: RequestOptions): ClientRequest {
  const port = ports[url.host];
  if (port === undefined) throw new Error(`There is no server ${url.host}.`);
  // The address of the name was looked up and checked.
  const { lookup: _lookup, ...local } = options;
  return http.request({
    ...local,
    host: '127.0.0.1',
    port,
    path: url.pathname + url.search,
    headers: { host: url.host, ...(options.headers as http.OutgoingHttpHeaders | undefined) },
  });
}

// The server calls `request` in this form only.
https.request = sendLocalRequest as typeof https.request;
syncBuiltinESMExports();
