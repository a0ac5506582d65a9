import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { listen, register, timeMessage } from './people.ts';
import type { Listener, User } from './people.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';

const promptMs = 1000;
/** Without Redis, messages reach other servers when these next ask the database. */
const patientMs = 45_000;
const returnMs = 15_000;

/** Two servers on one database and one Redis, and one listener at each. */
interface Scene {
  url: string;
  sender: User;
  receiver: User;
  /** At the server that the message is sent to. */
  near: Listener;
  /** At the other one. */
  far: Listener;
}

/**
 * A message is heard at once at both of two servers; with Redis killed, at once at its own and in
 * a while at the other; and as before when Redis is back. Gives a sentence of figures.
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
    const before = await tellBoth(scene, 'before', promptMs);
    const redis = await project.containerId('redis');
    await read(['docker', 'kill', redis], engine);
    const without = await tellBoth(scene, 'without', patientMs);
    await read(['docker', 'start', redis], engine);
    await waitForServers(project);
    const after = await tellBoth(scene, 'after', promptMs);
    return `${before}; Redis killed: ${without}; back: ${after}`;
  } finally {
    near.close();
    far.close();
  }
}

async function tellBoth(scene: Scene, when: string, farTimeoutMs: number): Promise<string> {
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

/** Each of the two servers listens to Redis on one connection. */
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
