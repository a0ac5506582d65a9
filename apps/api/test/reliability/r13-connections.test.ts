import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sendRequest, register } from '../support/http/requests.ts';
import { timeFactor } from '../support/time-factor.ts';
import { startProcessWithDatabase } from '../support/servers/server-process.ts';

const connectionsPerAddress = 60;
const pipelined = 10;
const growthMaxMb = 100;
const otherClientMaxMs = 500 * timeFactor;

/** Sends requests from another address than the other clients, and never reads a response. */
async function floodFrom(localAddress: string, port: number, requestPath: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const request = `GET ${requestPath} HTTP/1.1\r\nHost: skein.test\r\nAccept-Encoding: br\r\n\r\n`;
  socket.pause().write(request.repeat(pipelined));
  return socket;
}

function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

// The test needs all of 127.0.0.0/8 and /proc, which only Linux has.
it.runIf(process.platform === 'linux')(
  'an address that reads none of its responses takes little memory and no connection of others',
  { timeout: 120_000 },
  async () => {
    const server = await startProcessWithDatabase({
      HOST: '0.0.0.0',
      CONNECTIONS_PER_ADDRESS: String(connectionsPerAddress),
    });
    const address = (await server.ready).replace('localhost', '127.0.0.1');
    const port = Number(new URL(address).port);
    const pid = server.child.pid ?? 0;
    const { token } = await register(address, 'ada');
    // Load the document once, because generating it is not part of the attack.
    expect((await fetch(`${address}/api/openapi.json`)).status).toBe(200);
    const before = memoryMb(pid, 'VmRSS');

    const paths = ['/api/openapi.json', '/api/docs/assets/swagger-ui-bundle.js'];
    const sockets = await Promise.all(
      Array.from({ length: 3 * connectionsPerAddress }, (_, index) =>
        floodFrom('127.0.0.2', port, paths[index % paths.length] ?? ''),
      ),
    );
    const durations: number[] = [];
    for (let count = 0; count < 50; count += 1) {
      const startedAt = performance.now();
      const { status } = await sendRequest(address, { path: '/api/users/me', token });
      durations.push(performance.now() - startedAt);
      expect(status).toBe(200);
    }

    expect(durations.toSorted((a, b) => a - b).at(-2)).toBeLessThan(otherClientMaxMs);
    expect(memoryMb(pid, 'VmHWM') - before).toBeLessThan(growthMaxMb);
    // Connections beyond the limit were closed at once.
    for (const socket of sockets) socket.resume();
    const isStopped = (socket: Socket) => socket.closed;
    await expect
      .poll(() => sockets.filter(isStopped).length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(2 * connectionsPerAddress);
  },
);
