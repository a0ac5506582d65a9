import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../ids.ts';
import type { EmailTransport, Sender } from './email-transport.ts';

/**
 * Leaves letters in a folder, each a file that any mail program opens, for an instance without a
 * mail server. They hold links that set passwords: nobody but the server's own user reads them.
 */
export function createFileTransport(options: { directory: string; from: Sender }): EmailTransport {
  return {
    async send(email) {
      // Loaded with the first letter: an instance writes few, many of them none.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport(
        { streamTransport: true, buffer: true, newline: 'unix' },
        { from: options.from },
      );
      const { message } = await composer.sendMail(email);
      // With `buffer` the message is whole, not a stream.
      const content = inPlainText((message as Buffer).toString(), email.text);
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
      await writeFile(path.join(options.directory, `${newId()}.eml`), content, { mode: 0o600 });
    },
    close: () => undefined,
  };
}

/** As it is, and not cut into short lines: whoever copies a link from the file wants it whole. */
function inPlainText(letter: string, text: string): string {
  const [headers = ''] = letter.split('\n\n', 1);
  const plain = headers.replace(/^(Content-Transfer-Encoding): .*$/m, '$1: 8bit');
  return `${plain}\n\n${text}`;
}
