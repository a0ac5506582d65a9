import { randomUUID } from 'node:crypto';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { takeKeyPair } from './key-pairs.ts';
import { signCavage } from './network.ts';
import type { Network, RemoteAccount, signMessage } from './network.ts';

const context = 'https://www.w3.org/ns/activitystreams';
export const everyone = `${context}#Public`;
export const activityType = 'application/activity+json';

type Settings = NonNullable<NonNullable<Parameters<typeof startTestApi>[0]>['settings']>;

interface InstanceOptions extends Settings {
  handleDomain?: string;
  /** The database of another server of the instance. */
  databaseUrl?: string;
}

/** An instance with federation. */
export async function startInstance(
  network: Network,
  domain: string,
  { handleDomain = domain, databaseUrl, ...settings }: InstanceOptions = {},
): Promise<TestApi> {
  const started = await startTestApi({
    ...(databaseUrl !== undefined && { databaseUrl }),
    settings: {
      publicUrl: new URL(`https://${domain}`),
      federation: { domain, handleDomain },
      sendRequest: network.sendRequest,
      generateRsaKeyPair: () => Promise.resolve(takeKeyPair()),
      ...settings,
    },
  });
  network.add(domain, started.port);
  processBeforeResponse(started.services.federation);
  return started;
}

/** Tests see the effect of an activity when the request that has sent it ends. */
function processBeforeResponse(federation: TestApi['services']['federation']): void {
  if (federation === undefined) return;
  const { receive } = federation;
  federation.receive = async (delivered) => {
    await receive(delivered);
    await federation.processInbox();
  };
}

/** Runs the jobs that send what has happened. */
export async function deliver(...instances: TestApi[]): Promise<void> {
  for (const { services } of instances) {
    await services.federation?.processEvents();
    await services.federation?.deliverDue();
  }
}

export interface Sending {
  path?: string;
  sign?: typeof signMessage;
  headers?: Record<string, string>;
}

/** Sends an activity to the shared inbox of an instance. */
export function sendActivity(
  api: TestApi,
  account: RemoteAccount,
  activity: object,
  options: Sending = {},
) {
  const { path = '/ap/inbox', sign = signCavage, headers = {} } = options;
  const body = JSON.stringify({ '@context': context, actor: account.uri, ...activity });
  return api.request
    .post(path)
    .set({
      'content-type': activityType,
      ...sign(account, new URL(path, api.services.settings.publicUrl), body),
      ...headers,
    })
    .send(body);
}

export const newActivity = (
  account: Pick<RemoteAccount, 'uri'>,
  type: string,
  object: unknown,
) => ({
  id: `${account.uri}/activities/${randomUUID()}`,
  type,
  object,
});
