import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRunDirectory } from '@skein/db/testing';
import { findFreePort, startServer } from './server.ts';

const networkFile = fileURLToPath(new URL('local-network.ts', import.meta.url));

export interface Instance {
  /** The part of handles after `@`. */
  domain: string;
  /** The address on this machine. */
  url: string;
}

export interface Federation {
  one: Instance;
  two: Instance;
  stop: () => Promise<void>;
}

/** Starts two instances that are connected with each other. */
export async function startFederation(): Promise<Federation> {
  const run = openRunDirectory();
  const ports = { 'one.example': await findFreePort(), 'two.example': await findFreePort() };
  async function start(domain: keyof typeof ports) {
    const server = await startServer(path.join(run.directory, domain), {
      port: ports[domain],
      nodeArgs: ['--import', networkFile],
      variables: {
        PUBLIC_URL: `https://${domain}`,
        FEDERATION: 'on',
        SERVER_PORTS: JSON.stringify(ports),
      },
    });
    return { domain, ...server };
  }
  const [one, two] = await Promise.all([start('one.example'), start('two.example')]);
  return {
    one,
    two,
    stop: async () => {
      await Promise.all([one.stop(), two.stop()]);
      run[Symbol.dispose]();
    },
  };
}
