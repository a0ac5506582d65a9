import { expect, it } from 'vitest';
import { openLogDestination } from './log-destination.ts';
import { createLogger } from './logger.ts';

it('writes one readable line per request to a terminal', async () => {
  const lines: string[] = [];
  const destination = await openLogDestination({ isTTY: true, write: (line) => lines.push(line) });
  const logger = createLogger({ level: 'info', destination });
  const route = '/api/threads/:threadId';
  logger.info({ requestId: 'r1', method: 'GET', route, status: 404, ms: 12 }, 'request');
  logger.warn({ err: new Error('away'), token: 'secret' }, 'could not push');
  expect(lines[0]).toMatch(
    /^\[\d\d:\d\d:\d\d\] .*INFO.*: .*GET \/api\/threads\/:threadId 404 12 ms.* \{"requestId":"r1"\}\n$/,
  );
  expect(lines[1]).toMatch(/WARN.*could not push.*\[redacted\].*away/s);
  expect(lines).toHaveLength(2);
});

it('writes JSON if the output is not a terminal', async () => {
  expect(await openLogDestination({ write: () => undefined })).toBeUndefined();
});
