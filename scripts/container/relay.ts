import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { listen, register, timeMessage } from './users.ts';
import type { Listener, User } from './users.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';

const promptMs = 1000;
/** Without Redis, servers poll the database for messages. */
const patientMs = 45_000;
const returnMs = 15_000;

/** Two servers on one database and one Redis, with one listener each. */
interface Scene {
  url: string;
  sender: User;
  receiver: User;
  /** Listener of the server that receives the message. */
  near: Listener;
  /** Listener of the other server. */
  far: Listener;
}

/**
 * Two servers deliver a message at once. With Redis killed the other server delivers it with a delay, and
 * at once again after Redis is back. Returns a summary.
 */
export async function survivesLossOfRedis(
  engine: Engine,
  project: Project,
  addresses: { first: string; other: string },
): Promise<string> {
  const { first: url, other } = addresses;
  const [sender, receiver] = [await register(url, 'Grace'), await register(url, 'Edsger')];
  const near = await listen(url, receiver);
  const far = await listen(other, receiver);
  try {
    const scene: Scene = { url, sender, receiver, near, far };
    await waitForServers(project);
    const before = await timeBoth(scene, 'before', promptMs);
    const redis = await project.containerId('redis');
    await read(['docker', 'kill', redis], engine);
    const without = await timeBoth(scene, 'without', patientMs);
    await read(['docker', 'start', redis], engine);
    await waitForServers(project);
    const after = await timeBoth(scene, 'after', promptMs);
    return `${before}; Redis killed: ${without}; back: ${after}`;
  } finally {
    near.close();
    far.close();
  }
}

async function timeBoth(scene: Scene, when: string, farTimeoutMs: number): Promise<string> {
  const { url, sender: from, receiver: to, near, far } = scene;
  const nearMs = await timeMessage(
    url,
    { from, to, words: `near, ${when}` },
    { listener: near, timeoutMs: promptMs },
  );
  const farMs = await timeMessage(
    url,
    { from, to, words: `far, ${when}` },
    { listener: far, timeoutMs: farTimeoutMs },
  );
  return `${nearMs} and ${farMs} ms`;
}

/** Waits until both servers have subscribed to Redis. */
async function waitForServers(project: Project): Promise<void> {
  const deadline = Date.now() + returnMs;
  for (;;) {
    const clients = await project.exec('redis', 'redis-cli', 'client', 'list').catch(() => '');
    const listening = clients.split('\n').filter((line) => / sub=1 /.test(line));
    if (listening.length === 2) return;
    assert(Date.now() < deadline, `Skein's servers do not listen to Redis:\n${clients}`);
    await sleep(100);
  }
}
