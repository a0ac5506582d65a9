import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { sendTestEmail } from './send-test-email.ts';

const sample = { to: 'a@example.org', subject: 'Hello', text: 'Words' };
const sender = () => 'skein@example.org';

it('removes the password from the response of a mail server that repeats it', async () => {
  const server = createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const line = chunk.toString().trim();
      if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
      else socket.write(`535 5.7.8 rejected ${line} p@ss p%40ss\r\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  try {
    const smtpUrl = `smtp://skein:p%40ss@127.0.0.1:${port}`;
    const { outcome, error } = await sendTestEmail({ smtpUrl, sender }, sample);
    expect(outcome).toBe('failed');
    expect(error).toMatch(/535 5\.7\.8 rejected AUTH PLAIN \*{3} \*{3} \*{3}$/);
  } finally {
    server.close();
  }
});

it('reports that there is no mail server at the address', async () => {
  const smtpUrl = 'smtp://skein:secret@127.0.0.1:9';
  const { outcome, error } = await sendTestEmail({ smtpUrl, sender }, sample);
  expect(outcome).toBe('failed');
  expect(error).toMatch(/ECONNREFUSED 127\.0\.0\.1:9/);
});
