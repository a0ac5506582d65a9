// Loaded into a server first: its requests to other servers reach the benchmark, which has no DNS names and no trusted
// certificate. The server does everything else as in production.
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';

const port = Number(process.env['BENCH_PEERS_PORT']);
const { request } = https;
const lookup: LookupFunction = (_hostname, { all }, callback) => {
  if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

https.request = (address: unknown, options?: unknown) => {
  const changed = { ...(options as https.RequestOptions), port, lookup, rejectUnauthorized: false };
  return request(address as URL, changed);
};
syncBuiltinESMExports();
