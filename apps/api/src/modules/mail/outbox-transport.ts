import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { newId } from '../../shared/ids.ts';
import type { MailTransport, Sender } from './mail-transport.ts';

/**
 * Leaves letters in a folder, each a file that any mail program opens, for an instance without a
 * mail server. They hold links that sign people in: nobody but the server's own user reads them.
 */
export function createOutboxTransport(options: { directory: string; from: Sender }): MailTransport {
  const composer = createTransport(
    { streamTransport: true, buffer: true, newline: 'unix' },
    { from: options.from },
  );
  return {
    async send(mail) {
      const { message } = await composer.sendMail(mail);
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
      // With `buffer` the message is whole, not a stream.
      const content = message as Buffer;
      await writeFile(path.join(options.directory, `${newId()}.eml`), content, { mode: 0o600 });
    },
    close: () => composer.close(),
  };
}
