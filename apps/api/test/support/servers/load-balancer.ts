import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRequest } from '../http/requests.ts';

const healthIntervalMs = 100;

export interface LoadBalancer {
  address: string;
  close(): Promise<void>;
}

interface Upstream {
  address: string;
  isReady: boolean;
}

/**
 * A small load balancer for several servers. It checks their readiness periodically, reuses
 * connections, and tries the next server if it cannot connect. It never sends a request twice.
 */
export async function startLoadBalancer(addresses: readonly string[]): Promise<LoadBalancer> {
  const upstreams: Upstream[] = addresses.map((address) => ({ address, isReady: true }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const choose = (tried: ReadonlySet<Upstream>) => {
    const ready = upstreams.filter((upstream) => upstream.isReady && !tried.has(upstream));
    turn += 1;
    return ready[turn % ready.length];
  };
  const server = createServer((incoming, outgoing) => {
    const pass = (tried: Set<Upstream>): void => {
      const upstream = choose(tried);
      if (upstream === undefined) {
        outgoing.writeHead(502).end('No server is ready.');
        return;
      }
      tried.add(upstream);
      const passed = forward(upstream, agent, incoming, outgoing);
      passed.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') {
          upstream.isReady = false;
          pass(tried);
        } else if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end(`${upstream.address}: ${error.message}`);
      });
    };
    pass(new Set());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checks = setInterval(() => {
    for (const upstream of upstreams) void check(upstream);
  }, healthIntervalMs);
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      clearInterval(checks);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends the request only after connecting, so that an unavailable upstream loses no request. */
function forward(
  { address }: Upstream,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): ClientRequest {
  const { method, url = '/', headers } = incoming;
  const { connection: _, ...forwardedHeaders } = headers;
  const passed = request(
    new URL(url, address),
    { agent, method, headers: forwardedHeaders },
    (response) => {
      const { connection: __, 'keep-alive': ___, ...responseHeaders } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, responseHeaders);
      response.pipe(outgoing);
      response.once('error', () => outgoing.destroy());
    },
  );
  passed.once('socket', (socket) => {
    const send = () => void incoming.pipe(passed);
    if (socket.connecting) socket.once('connect', send);
    else send();
  });
  return passed;
}

async function check(upstream: Upstream): Promise<void> {
  const response = await sendRequest(upstream.address, { path: '/api/ready' }).catch(() => null);
  upstream.isReady = response?.status === 200;
}
