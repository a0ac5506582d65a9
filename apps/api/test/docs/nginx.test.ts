import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { authResponseSchema, sessionSchema } from '@skein/contracts/auth';
import { imageMaxBytes, videoMaxBytes } from '@skein/contracts/limits';
import { threadSchema } from '@skein/contracts/threads';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { sampleMp4 } from '../media/sample-mp4.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { sendRequest, register } from '../support/http/requests.ts';
import { openSocket } from '../mastodon/streaming-support.ts';
import { openStream } from '../support/http/event-reader.ts';
import { createUser } from '../support/factories/users.ts';
import { timeFactor } from '../support/time-factor.ts';
import { hasNginx, startNginx } from './documented-nginx.ts';
import type { Nginx } from './documented-nginx.ts';

const deliveryMaxMs = 1000 * timeFactor;
const upload = '/api/threads/multiple-media';
const html = '<!doctype html><title>Skein</title>';

let directory: string;
let api: TestApi;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-nginx-site-'));
  await writeFile(path.join(directory, 'index.html'), html);
  const rateLimitRules = readRateLimits({ RATE_LIMIT_FACTOR: '1000' });
  // The settings that the page recommends behind a proxy.
  const settings = { siteDirectory: directory, trustedProxies: 1, rateLimitRules };
  api = await startTestApi({ settings });
});

afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

describe.skipIf(!hasNginx)('nginx with the documented configuration', { timeout: 60_000 }, () => {
  let nginx: Nginx;

  beforeEach(async () => {
    nginx = await startNginx([api.port]);
  });

  it('serves the site over HTTPS and redirects to it', async () => {
    const page = await get(`${nginx.https}/feed`);
    expect(page.statusCode).toBe(200);
    expect(await text(page)).toContain('<title>Skein</title>');
    const redirect = await sendRequest(nginx.redirect, {
      path: '/feed?feed=following',
      headers: { Host: 'skein.example' },
    });
    expect(redirect.status).toBe(301);
    expect(redirect.headers.location).toBe('https://skein.example/feed?feed=following');
  });

  it('passes large uploads and downloads unchanged', async () => {
    const { token } = await register(nginx.http, 'ada');
    const form = new FormData();
    form.append('media', new Blob([await largePicture()]), 'noise.png');
    form.append('media', new Blob([largeVideo()]), 'film.mp4');
    const posted = await sendRequest(nginx.http, { path: upload, token, body: form });
    expect(posted.status).toBe(201);
    const [picture, video] = threadSchema.parse(posted.body).media;
    expect(picture).toMatchObject({ width: 1700, height: 1700 });
    const stored = await fetch(nginx.http + (video?.mediaUrl ?? ''));
    expect((await stored.arrayBuffer()).byteLength).toBe(largeVideo().length);
    const middle = { headers: { Range: 'bytes=20000000-20000009' } };
    const part = await fetch(nginx.http + (video?.mediaUrl ?? ''), middle);
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(10);
  });

  it('lets Skein reject uploads that are too large', async () => {
    const { token } = await register(nginx.http, 'grace');
    const body = new FormData();
    body.append('media', new Blob([Buffer.alloc(videoMaxBytes + 1000)]), 'film.mp4');
    const rejected = await sendRequest(nginx.http, { path: upload, token, body });
    expect(rejected.status).toBe(413);
    expect(rejected.body).toMatchObject({ code: 'payload_too_large' });
  });

  it('passes events without delay and closes the stream when the client disconnects', async () => {
    const alan = await register(nginx.http, 'alan');
    const edsger = await register(nginx.http, 'edsger');
    const stream = await openStream({
      port: Number(new URL(nginx.http).port),
      headers: { Authorization: `Bearer ${edsger.token}` },
    });
    await stream.until('connected');
    const delays = [];
    for (const count of [1, 2, 3]) {
      const body = { receiverId: edsger.id, content: `Message ${count}` };
      const began = performance.now();
      await sendRequest(nginx.http, { path: '/api/chat/send', token: alan.token, body });
      await stream.until('message', count);
      delays.push(performance.now() - began);
    }
    // One fast event is enough on a busy machine: a buffering proxy would delay all of them.
    expect(Math.min(...delays)).toBeLessThan(deliveryMaxMs);
    expect(api.services.realtime.count()).toBe(1);
    stream.disconnect();
    await vi.waitFor(() => expect(api.services.realtime.count()).toBe(0), { timeout: 5000 });
  });

  it('passes the WebSockets of apps', async () => {
    const { token } = await register(nginx.http, 'barbara');
    const port = Number(new URL(nginx.http).port);
    const stream = await openSocket({ port }, { token, query: 'stream=user' });
    await sendRequest(nginx.http, { path: '/api/threads', token, body: { content: 'A thread' } });
    expect(await stream.until('update')).toHaveLength(1);
  });

  it('passes the real IP address of clients despite forged headers', async () => {
    const [firstClient, secondClient] = [from('127.0.0.1'), from('127.0.0.2')];
    const remaining = await remainingLogins(firstClient, '198.51.100.1');
    expect(await remainingLogins(firstClient, '198.51.100.2')).toBe(remaining - 1);
    expect(await remainingLogins(secondClient, '127.0.0.1')).toBe(remaining);
    const { email, password } = await createUser(api);
    const body = { email, password };
    const signedIn = await sendRequest(nginx.http, {
      path: '/api/auth/login',
      body,
      agent: secondClient,
    });
    const { token } = authResponseSchema.parse(signedIn.body);
    const sessions = await sendRequest(nginx.http, { path: '/api/auth/sessions', token });
    const [latest] = sessionSchema.array().parse(sessions.body);
    expect(latest).toMatchObject({ address: '127.0.0.2', isCurrent: true });
  });

  it('passes error responses unchanged', async () => {
    const unavailable = await startTestApi({ databaseUrl: 'postgresql://a:b@127.0.0.1:1/none' });
    try {
      const { http } = await startNginx([unavailable.port]);
      const response = await sendRequest(http, { path: '/api/ready' });
      expect(response.status).toBe(503);
      expect(response.headers['retry-after']).toBeDefined();
      expect(response.body).toMatchObject({ code: 'unavailable' });
    } finally {
      await unavailable.close();
    }
  });

  /** The remaining logins of the IP address that Skein sees. */
  async function remainingLogins(agent: Agent, forwardedFor: string): Promise<number> {
    const { headers } = await sendRequest(nginx.http, {
      path: '/api/auth/login',
      body: { email: 'nobody@example.org', password: 'a wrong password' },
      headers: { 'X-Forwarded-For': forwardedFor },
      agent,
    });
    return Number(/^"logins";r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);
  }
});

/** Connects from a local IP address. */
function from(localAddress: string): Agent {
  const agent = new Agent({ localAddress });
  onTestFinished(() => agent.destroy());
  return agent;
}

async function get(address: string): Promise<IncomingMessage> {
  const ca = await readFile(new URL('../process/tls/ca.pem', import.meta.url));
  return new Promise((resolve, reject) => {
    request(address, { ca, agent: false }, resolve).once('error', reject).end();
  });
}

/** Noise, which cannot be compressed, of nearly the maximum size. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 1700, height: 1700, channels: 3, background: '#fff', noise } as const;
  const picture = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  expect(picture.length).toBeGreaterThan(0.8 * imageMaxBytes);
  return picture;
}

function largeVideo(): Buffer {
  return sampleMp4({ samples: Buffer.alloc(videoMaxBytes / 4) });
}
