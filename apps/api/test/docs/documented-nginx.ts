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

const page = new URL('../../../../docs/install.md', import.meta.url);
const certificates = fileURLToPath(new URL('../process/tls/', import.meta.url));

// Debian installs nginx in a directory outside of the PATH of ordinary accounts.
const env = { PATH: [process.env['PATH'], '/usr/sbin'].join(path.delimiter) };

/** Whether nginx is installed. In CI it is required. */
export const hasNginx =
  process.env['CI'] !== undefined || spawnSync('nginx', ['-v'], { env }).error === undefined;

export interface Nginx {
  /** The TLS server of the documentation. */
  https: string;
  /** The same server without TLS, for clients that do not trust its certificate. */
  http: string;
  /** The server that redirects to HTTPS. */
  redirect: string;
}

/**
 * Starts nginx with the configuration in docs/install.md as a proxy for servers at these ports.
 * Replaces only the ports and the certificate. Stops at the end of the test.
 */
export async function startNginx(serverPorts: readonly number[]): Promise<Nginx> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-nginx-'));
  const ports = {
    redirect: await findFreePort(),
    https: await findFreePort(),
    http: await findFreePort(),
  };
  const file = path.join(directory, 'nginx.conf');
  await writeFile(
    file,
    addContext(adapt(await readConfiguration(), ports, serverPorts), directory),
  );
  const args = ['-p', directory, '-c', file, '-e', 'stderr'];
  const child = spawn('nginx', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const errors = text(child.stderr);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  });
  const failed = exited.then(async () => {
    throw new Error(`nginx ended: ${await errors}`);
  });
  await Promise.race([failed, vi.waitFor(() => tryConnect(ports.http), { timeout: 10_000 })]);
  // After the start, nginx exits at the end of the test.
  failed.catch(() => undefined);
  return {
    https: `https://localhost:${ports.https}`,
    http: `http://127.0.0.1:${ports.http}`,
    redirect: `http://127.0.0.1:${ports.redirect}`,
  };
}

async function readConfiguration(): Promise<string> {
  const [, lines] = /^```nginx\n(.*?)^```$/ms.exec(await readFile(page, 'utf8')) ?? [];
  if (lines === undefined) throw new Error('The page has no nginx configuration.');
  return lines;
}

function adapt(
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
    if (parts.length !== 2) throw new Error(`The page must contain once: ${from}`);
    return parts.join(to);
  }, lines);
}

/** Adds the surrounding configuration of Debian's nginx.conf, with all files in one directory. */
function addContext(lines: string, directory: string): string {
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    // Otherwise the workers of root's nginx could not read a directory that belongs to root.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${directory}/nginx.pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...tempPaths.map((name) => `${name}_temp_path ${directory}/${name};`),
    lines,
    '}',
  ].join('\n');
}

async function tryConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
