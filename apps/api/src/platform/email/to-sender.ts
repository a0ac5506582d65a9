import type { Sender } from './email-transport.ts';

/** The sender of emails: the configured one, or an address at the host of the instance. */
export function toSender(
  emailFrom: string | undefined,
  { name, publicUrl }: { name: string; publicUrl: URL },
): Sender {
  return emailFrom ?? { name, address: `no-reply@${publicUrl.hostname}` };
}
