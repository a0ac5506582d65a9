import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createEmailQueue } from './email-queue.ts';
import { PermanentEmailError } from './email-transport.ts';
import type { Email } from './email-transport.ts';

const email: Email = { to: 'a@example.org', subject: 'Hello', text: 'Words' };

function queueThatFails(
  errors: Error[],
  retryDelaysMs: number[],
  logger = createLogger({ level: 'silent' }),
) {
  const attempts: Email[] = [];
  let isClosed = false;
  const queue = createEmailQueue({
    logger,
    retryDelaysMs,
    transport: {
      send: async (letter) => {
        attempts.push(letter);
        await nextTurn();
        const error = errors.shift();
        if (error !== undefined) throw error;
      },
      close: () => {
        isClosed = true;
      },
    },
  });
  return { queue, attempts, isClosed: () => isClosed };
}

describe('a letter', () => {
  it('is sent beside whoever wrote it', async () => {
    const { queue, attempts, isClosed } = queueThatFails([], []);
    queue.send(email);
    await queue.stop();
    expect(attempts).toEqual([email]);
    expect(isClosed()).toBe(true);
  });

  it('is tried again, and given up in the end', async () => {
    const failures = Array.from({ length: 9 }, () => new Error('away'));
    const { queue, attempts } = queueThatFails(failures, [1, 1, 1]);
    queue.send(email);
    await expect.poll(() => attempts.length).toBe(4);
    await queue.stop();
    expect(attempts).toHaveLength(4);
  });

  it('is not tried again when it was refused for good', async () => {
    const { queue, attempts } = queueThatFails([new PermanentEmailError('no')], [1, 1]);
    queue.send(email);
    await queue.stop();
    expect(attempts).toHaveLength(1);
  });

  it('that waits for another attempt holds nothing up', async () => {
    const { queue, attempts } = queueThatFails([new Error('away')], [600_000]);
    queue.send(email);
    await expect.poll(() => attempts.length).toBe(1);
    await queue.stop();
    expect(attempts).toHaveLength(1);
  });
});

describe('an error of the mail server', () => {
  const refused = () =>
    Object.assign(new Error(`rejected: 550 5.1.1 <${email.to}>: ${email.text}`), {
      code: 'EENVELOPE',
      responseCode: 550,
      response: `550 5.1.1 <${email.to}>: user unknown`,
      command: 'RCPT TO',
      rejected: [email.to],
    });

  it.each([
    ['final', [new PermanentEmailError('refused', { cause: refused() })], 1],
    ['temporary, and then the last', [refused(), refused()], 2],
  ])('that is %s is logged by its codes, without address and words', async (_case, errors, due) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'trace',
      destination: { write: (line) => void lines.push(line) },
    });
    const { queue } = queueThatFails(errors, [1], logger);
    queue.send(email);
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
