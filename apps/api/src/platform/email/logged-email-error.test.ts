import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { toLoggedEmailError } from './logged-email-error.ts';
import { createSmtpTransport } from './smtp-transport.ts';

it('names the reason when no authority has signed the certificate of the mail server', async () => {
  // The server presents a certificate of its own if it gets none.
  const server = new SMTPServer({ authOptional: true, logger: false });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = listening.address() as AddressInfo;
  const transport = createSmtpTransport({
    url: `smtp://127.0.0.1:${port}`,
    sender: () => 'skein@example.org',
  });
  const error = await transport
    .send({ to: 'a@example.org', subject: 'Hello', text: 'Words' })
    .catch((reason: unknown) => reason);
  expect(toLoggedEmailError(error)).toEqual({
    type: 'Error',
    code: 'ESOCKET',
    reason: expect.stringMatching(/CERT/) as unknown,
    command: 'CONN',
  });
  transport.close();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
});
