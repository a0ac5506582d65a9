import type { Engine } from './engine.ts';
import { expectHttps, expectOneTrustedHop } from './https.ts';
import { listen, register, timeMessage } from './users.ts';
import type { Project } from './project.ts';
import { measureRedisOutage } from './relay.ts';
import type { Steps } from './steps.ts';
import { visit } from './visits.ts';

const deliveryMaxMs = 1000;

interface Ports {
  http: number;
  https: number;
}

interface ProfilesOptions {
  engine: Engine;
  /** The project with the settings of `profileSettings`. */
  project: Project;
  ports: Ports;
  /** A free port of this machine for the second server. */
  otherPort: number;
}

/** The HTTPS settings of docs/install.md with both profiles of docker-compose.yml. */
export function profileSettings({ http, https }: Ports): Record<string, string> {
  return {
    COMPOSE_PROFILES: 'https,redis',
    SKEIN_DOMAIN: 'localhost',
    PUBLIC_URL: `https://localhost:${https}`,
    TRUST_PROXY: '1',
    REDIS_URL: 'redis://redis:6379',
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
  };
}

/** Tests Caddy and Redis with a second server. */
export async function testProfiles(
  { step }: Steps,
  { engine, project, ports, otherPort }: ProfilesOptions,
): Promise<void> {
  const http = `http://localhost:${ports.http}`;
  const https = `https://localhost:${ports.https}`;
  await step(
    'starts with Caddy and Redis, and serves the site over HTTPS',
    async () => {
      await project.up();
      await expectHttps(project, { http, https });
      await visit({ url: https }, 'first');
      await visit({ url: https }, 'return');
    },
    project,
  );
  await step(
    'delivers an event through Caddy without delay',
    async () => {
      const [from, to] = [await register(https, 'Alan'), await register(https, 'Barbara')];
      const listener = await listen(https, to);
      const message = { from, to, text: 'Hello through Caddy' };
      const ms = await timeMessage(https, message, { listener, timeoutMs: deliveryMaxMs });
      listener.close();
      return `${ms} ms`;
    },
    project,
  );
  await step(
    'trusts client addresses from one proxy only',
    () => expectOneTrustedHop(project, { https }),
    project,
  );
  await step(
    'delivers events between two servers with and without Redis',
    async () => {
      const other = await project.startAnother(otherPort);
      return measureRedisOutage(engine, project, { first: https, other });
    },
    project,
  );
}
