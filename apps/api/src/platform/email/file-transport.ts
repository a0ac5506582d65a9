import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../ids.ts';
import { emailDefaults } from './email-transport.ts';
import type { EmailTransport, Sender } from './email-transport.ts';

/** Visitors without an account can cause emails. */
const filesMax = 1000;

/**
 * Writes emails as `.eml` files, for an instance without a mail server. The files are readable only
 * by the server's account, because they contain password reset links. Keeps the latest ones.
 */
export function createFileTransport(options: {
  directory: string;
  sender: () => Sender;
}): EmailTransport {
  return {
    async send(email) {
      // Imported with the first email, because many instances send none.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport(
        { streamTransport: true, buffer: true, newline: 'unix' },
        { ...emailDefaults, from: options.sender() },
      );
      const { message } = await composer.sendMail(email);
      // With the `buffer` option the message is a Buffer.
      const content = withPlainTextBody((message as Buffer).toString(), email.text);
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
      await writeFile(path.join(options.directory, `${newId()}.eml`), content, { mode: 0o600 });
      await removeOldest(options.directory);
    },
    close: () => undefined,
  };
}

/** The names sort by time. */
async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.slice(0, -filesMax)) {
    await rm(path.join(directory, name), { force: true });
  }
}

/** Replaces the encoded body by plain text, so that links can be copied without line breaks. */
function withPlainTextBody(message: string, text: string): string {
  const [headers = ''] = message.split('\n\n', 1);
  const plain = headers.replace(/^(Content-Transfer-Encoding): .*$/m, '$1: 8bit');
  return `${plain}\n\n${text}`;
}
