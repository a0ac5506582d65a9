import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { listen, register, timeMessage } from './users.ts';
import type { Listener, User } from './users.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';

const deliveryMaxMs = 1000;
/** Servers poll the database for messages if there is no Redis. */
const pollingMaxMs = 45_000;
const reconnectTimeoutMs = 15_000;

/** Two servers on one database and one Redis, with one listener each. */
interface Setup {
  url: string;
  sender: User;
  receiver: User;
  /** Listener of the server that receives the message. */
  sameServer: Listener;
  /** Listener of the other server. */
  otherServer: Listener;
}

/**
 * Two servers deliver a message at once. With Redis killed the other server delivers it with a delay, and
 * at once again after Redis is back. Returns a summary.
 */
export async function measureRedisOutage(
  engine: Engine,
  project: Project,
  addresses: { first: string; other: string },
): Promise<string> {
  const { first: url, other } = addresses;
  const [sender, receiver] = [await register(url, 'Grace'), await register(url, 'Edsger')];
  const sameServer = await listen(url, receiver);
  const otherServer = await listen(other, receiver);
  try {
    const setup: Setup = { url, sender, receiver, sameServer, otherServer };
    await waitForServers(project);
    const before = await timeBoth(setup, 'before', deliveryMaxMs);
    const redis = await project.containerId('redis');
    await read(['docker', 'kill', redis], engine);
    const without = await timeBoth(setup, 'without', pollingMaxMs);
    await read(['docker', 'start', redis], engine);
    await waitForServers(project);
    const after = await timeBoth(setup, 'after', deliveryMaxMs);
    return `${before}; Redis killed: ${without}; back: ${after}`;
  } finally {
    sameServer.close();
    otherServer.close();
  }
}

async function timeBoth(
  setup: Setup,
  phase: string,
  otherServerTimeoutMs: number,
): Promise<string> {
  const { url, sender: from, receiver: to, sameServer, otherServer } = setup;
  const sameServerMs = await timeMessage(
    url,
    { from, to, text: `same server, ${phase}` },
    { listener: sameServer, timeoutMs: deliveryMaxMs },
  );
  const otherServerMs = await timeMessage(
    url,
    { from, to, text: `other server, ${phase}` },
    { listener: otherServer, timeoutMs: otherServerTimeoutMs },
  );
  return `${sameServerMs} and ${otherServerMs} ms`;
}

/** Waits until both servers have subscribed to Redis. */
async function waitForServers(project: Project): Promise<void> {
  const deadline = Date.now() + reconnectTimeoutMs;
  for (;;) {
    const clients = await project.exec('redis', 'redis-cli', 'client', 'list').catch(() => '');
    const subscribed = clients.split('\n').filter((line) => / sub=1 /.test(line));
    if (subscribed.length === 2) return;
    assert(Date.now() < deadline, `Not all servers have subscribed to Redis:\n${clients}`);
    await sleep(100);
  }
}
