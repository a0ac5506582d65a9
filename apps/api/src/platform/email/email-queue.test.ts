import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createEmailQueue } from './email-queue.ts';
import { PermanentEmailError } from './email-transport.ts';
import type { Email } from './email-transport.ts';

const sample: Email = { to: 'a@example.org', subject: 'Hello', text: 'Words' };

function queueThatFails(
  errors: Error[],
  retryDelaysMs: number[],
  logger = createLogger({ level: 'silent' }),
) {
  const attempts: Email[] = [];
  const outcomes: boolean[] = [];
  let isClosed = false;
  const queue = createEmailQueue({
    logger,
    metrics: { delivery: ({ failed }) => void outcomes.push(!failed) },
    retryDelaysMs,
    transport: {
      send: async (email) => {
        attempts.push(email);
        await nextTurn();
        const error = errors.shift();
        if (error !== undefined) throw error;
      },
      close: () => {
        isClosed = true;
      },
    },
  });
  return { queue, attempts, outcomes, isClosed: () => isClosed };
}

describe('a queued email', () => {
  it('is sent in the background', async () => {
    const { queue, attempts, outcomes, isClosed } = queueThatFails([], []);
    queue.send(sample);
    await queue.stop();
    expect(attempts).toEqual([sample]);
    expect(outcomes).toEqual([true]);
    expect(isClosed()).toBe(true);
  });

  it('is retried and finally dropped', async () => {
    const failures = Array.from({ length: 9 }, () => new Error('away'));
    const { queue, attempts, outcomes } = queueThatFails(failures, [1, 1, 1]);
    queue.send(sample);
    await expect.poll(() => attempts.length).toBe(4);
    await queue.stop();
    expect(attempts).toHaveLength(4);
    expect(outcomes).toEqual([false, false, false, false]);
  });

  it('is not retried after a permanent rejection', async () => {
    const { queue, attempts } = queueThatFails([new PermanentEmailError('no')], [1, 1]);
    queue.send(sample);
    await queue.stop();
    expect(attempts).toHaveLength(1);
  });

  it('is dropped while 5,000 others wait', async () => {
    const failures = Array.from({ length: 6000 }, () => new Error('away'));
    const { queue, attempts } = queueThatFails(failures, [600_000]);
    for (let count = 0; count < 5005; count += 1) queue.send(sample);
    await expect.poll(() => attempts.length).toBe(5000);
    await queue.stop();
    expect(attempts).toHaveLength(5000);
  });

  it('does not delay the shutdown while it waits for a retry', async () => {
    const { queue, attempts } = queueThatFails([new Error('away')], [600_000]);
    queue.send(sample);
    await expect.poll(() => attempts.length).toBe(1);
    await queue.stop();
    expect(attempts).toHaveLength(1);
  });
});

describe('an error of the mail server', () => {
  const rejection = () =>
    Object.assign(new Error(`rejected: 550 5.1.1 <${sample.to}>: ${sample.text}`), {
      code: 'EENVELOPE',
      responseCode: 550,
      response: `550 5.1.1 <${sample.to}>: user unknown`,
      command: 'RCPT TO',
      rejected: [sample.to],
    });

  it.each([
    ['final', [new PermanentEmailError('rejection', { cause: rejection() })], 1],
    ['temporary until the last attempt', [rejection(), rejection()], 2],
  ])('that is %s is logged by its codes, without address and text', async (_case, errors, due) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'trace',
      destination: { write: (line) => void lines.push(line) },
    });
    const { queue } = queueThatFails(errors, [1], logger);
    queue.send(sample);
    await expect.poll(() => lines.length).toBe(due);
    await queue.stop();
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        emailError: {
          type: 'Error',
          code: 'EENVELOPE',
          responseCode: 550,
          enhancedCode: '5.1.1',
          command: 'RCPT TO',
        },
      });
    }
    expect(lines.join('')).not.toMatch(/example|Words|user unknown/);
  });
});
