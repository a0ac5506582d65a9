import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../support/http/requests.ts';
import type { RegisteredUser } from '../../support/http/requests.ts';

const pauseMs = 50;
const paths = ['/api/threads?size=20', '/api/users/me', '/api/chat/conversations'];

export interface ReadLoad {
  /** Responses other than a success or a 503 with Retry-After. */
  unexpected: readonly string[];
  stop(): Promise<void>;
}

/** A user who reads continuously. */
export function startReadLoad(address: string, { token }: RegisteredUser): ReadLoad {
  const unexpected: string[] = [];
  const stopping = new AbortController();
  const read = async (path: string) => {
    const outcome = await sendRequest(address, { path, token }).then(
      ({ status, headers, body }) => {
        const isRejected = status === 503 && headers['retry-after'] !== undefined;
        return status === 200 || isRejected ? undefined : `${status} ${JSON.stringify(body)}`;
      },
      (error: unknown) => String(error),
    );
    if (outcome !== undefined) unexpected.push(`GET ${path}: ${outcome}`);
  };
  const reading = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await read(paths[turn % paths.length] ?? '');
      await sleep(pauseMs);
    }
  })();
  return {
    unexpected,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
