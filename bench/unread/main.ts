// pnpm bench:unread: memory of a local server for responses that clients do not read. README.md describes it.
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const sampleEveryMs = 100;
const healthTimeoutMs = 10_000;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4000' },
    pid: { type: 'string' },
    sockets: { type: 'string', default: '200' },
    pipelined: { type: 'string', default: '50' },
    path: { type: 'string', default: '/api/openapi.json' },
    seconds: { type: 'string', default: '6' },
  },
});
const { pid, path } = values;
if (pid === undefined) throw new Error('Pass the server process: --pid PID');
const port = Number(values.port);

const start = measure();
const requests = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n\r\n`;
const sockets = Array.from({ length: Number(values.sockets) }, () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(requests.repeat(Number(values.pipelined)));
  return socket;
});
const peak = { ...start };
const health: number[] = [];
const deadline = performance.now() + Number(values.seconds) * 1000;
while (performance.now() < deadline) {
  health.push(await timeHealth());
  const now = measure();
  peak.memoryMb = Math.max(peak.memoryMb, now.memoryMb);
  peak.openFiles = Math.max(peak.openFiles, now.openFiles);
  await sleep(sampleEveryMs);
}
for (const socket of sockets) socket.destroy();
console.log({ path, start, peak, slowestHealthMs: Math.round(Math.max(...health)) });

function measure(): { memoryMb: number; openFiles: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    memoryMb: Math.round(kilobytes / 1024),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** Returns the timeout if there is no response in time. */
async function timeHealth(): Promise<number> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(healthTimeoutMs);
  await fetch(`http://127.0.0.1:${port}/api/health`, { signal }).catch(() => undefined);
  return performance.now() - startedAt;
}
