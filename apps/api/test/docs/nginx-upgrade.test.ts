import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeRequest, startRequestLoad } from '../reliability/load/request-load.ts';
import type { LoadRequest } from '../reliability/load/request-load.ts';
import { register } from '../support/http/requests.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { hasNginx, startNginx } from './documented-nginx.ts';

let postgres: TestPostgres;

beforeEach(async () => {
  postgres = await startTestPostgres();
});

afterEach(() => postgres.close());

const run = (port: number) =>
  startTestServer(postgres, { name: String(port), env: { TRUST_PROXY: '1', PORT: String(port) } });

describe.skipIf(!hasNginx)('two servers behind nginx', { timeout: 240_000 }, () => {
  it('can be upgraded, one while the other serves, without failed requests', async () => {
    const [port, otherPort] = [await findFreePort(), await findFreePort()];
    const [upgraded, other] = [run(port), run(otherPort)];
    await Promise.all([upgraded.ready, other.ready]);
    const { http: address } = await startNginx([port, otherPort]);
    const users = [await register(address, 'ada'), await register(address, 'ben')];
    const load = startRequestLoad({ address, users, connections: 'reused' });
    await load.untilMore(50);
    upgraded.child.kill('SIGTERM');
    expect(await upgraded.exited).toBe(0);
    // Meanwhile the other server handles all requests.
    await load.untilMore(50);
    await run(port).ready;
    await load.untilMore(50);
    const failed = (await load.stop()).filter(({ response }) => (response?.status ?? 500) >= 300);
    // The system resets connections that arrive while a server closes its port. nginx then repeats a
    // read, but not a write.
    const isReset = ({ response }: LoadRequest) => response?.status === 502;
    expect(failed.filter((request) => !isReset(request)).map(describeRequest)).toEqual([]);
    expect(failed.filter(isReset).length).toBeLessThanOrEqual(1);
  });
});
