// Loaded into a server first: its requests by HTTPS reach the other servers of the test, by HTTP at a port of this machine.
import http from 'node:http';
import type { OutgoingHttpHeaders, RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const port = Number(process.env['LOOPBACK_PORT']);

interface Options extends RequestOptions {
  headers: OutgoingHttpHeaders;
}

const connect = (url: URL, { method, headers, signal }: Options) =>
  http.request({
    host: '127.0.0.1',
    port,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, host: url.host },
    signal,
    agent: false,
  });
Object.assign(https, { request: connect });
syncBuiltinESMExports();
