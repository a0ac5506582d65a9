import { Agent } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { sendRequest } from '../../support/http/requests.ts';
import type { AttackOrder } from './attack.ts';

// A thread of its own, so that the work of sending the requests does not delay the honest user's requests.
parentPort?.on('message', (order: AttackOrder) => void attack(order));

async function attack({ address, requests, file }: AttackOrder): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const outcomes = requests.map(async (request) => {
    const body = file === undefined ? request.body : toForm(file);
    const { status } = await sendRequest(address, { ...request, ...(body && { body }), agent });
    return status;
  });
  const statuses = await Promise.all(outcomes);
  agent.destroy();
  parentPort?.postMessage(statuses);
}

function toForm(file: Uint8Array): FormData {
  const form = new FormData();
  form.append('media', new Blob([Buffer.from(file)]), 'picture.png');
  form.append('content', 'A picture');
  return form;
}
