import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { findFreePort } from '../support/servers/free-port.ts';

const page = new URL('../../../../docs/self-hosting.md', import.meta.url);
const certificates = fileURLToPath(new URL('../process/tls/', import.meta.url));

// Debian keeps it where the paths of ordinary accounts do not lead.
const env = { PATH: [process.env['PATH'], '/usr/sbin'].join(path.delimiter) };

/** Whether there is an nginx to try. Where continuous integration runs there has to be one. */
export const hasNginx =
  process.env['CI'] !== undefined || spawnSync('nginx', ['-v'], { env }).error === undefined;

export interface Nginx {
  /** Of the server that speaks TLS, as the page has it. */
  https: string;
  /** Of the same server, for programs that know nothing of its certificate. */
  http: string;
  /** Of the server that sends people on to https. */
  redirect: string;
}

/**
 * Starts nginx with the lines of docs/self-hosting.md, in front of servers at these ports. Only
 * what belongs to a machine is another: ports and certificate. Ends with the test.
 */
export async function startNginx(serverPorts: readonly number[]): Promise<Nginx> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-nginx-'));
  const ports = {
    redirect: await findFreePort(),
    https: await findFreePort(),
    http: await findFreePort(),
  };
  const file = path.join(directory, 'nginx.conf');
  await writeFile(file, surround(fit(await readLines(), ports, serverPorts), directory));
  const args = ['-p', directory, '-c', file, '-e', 'stderr'];
  const child = spawn('nginx', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const errors = text(child.stderr);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  });
  const refused = exited.then(async () => {
    throw new Error(`nginx ended: ${await errors}`);
  });
  await Promise.race([refused, vi.waitFor(() => knock(ports.http), { timeout: 10_000 })]);
  // From here on it ends with the test.
  refused.catch(() => undefined);
  return {
    https: `https://localhost:${ports.https}`,
    http: `http://127.0.0.1:${ports.http}`,
    redirect: `http://127.0.0.1:${ports.redirect}`,
  };
}

async function readLines(): Promise<string> {
  const [, lines] = /^```nginx\n(.*?)^```$/ms.exec(await readFile(page, 'utf8')) ?? [];
  if (lines === undefined) throw new Error('The page has no lines for nginx.');
  return lines;
}

function fit(
  lines: string,
  ports: { redirect: number; https: number; http: number },
  serverPorts: readonly number[],
): string {
  const certificate = '/etc/letsencrypt/live/skein.example';
  const changes = [
    ['listen 80;\n    listen [::]:80;', `listen 127.0.0.1:${ports.redirect};`],
    [
      'listen 443 ssl http2;\n    listen [::]:443 ssl http2;',
      `listen 127.0.0.1:${ports.https} ssl http2;\n    listen 127.0.0.1:${ports.http};`,
    ],
    [`${certificate}/fullchain.pem`, path.join(certificates, 'server.pem')],
    [`${certificate}/privkey.pem`, path.join(certificates, 'server.key')],
    [
      'server 127.0.0.1:4000 max_fails=0;',
      serverPorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n    '),
    ],
  ] as const;
  return changes.reduce((changed, [from, to]) => {
    const parts = changed.split(from);
    if (parts.length !== 2) throw new Error(`The page is to say once: ${from}`);
    return parts.join(to);
  }, lines);
}

/** What Debian's nginx.conf has around the lines, with all it writes in one folder. */
function surround(lines: string, directory: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    // Root's own processes could not look into a folder that is for root alone.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${directory}/nginx.pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`),
    lines,
    '}',
  ].join('\n');
}

async function knock(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
