import { mentionSource } from '@skein/contracts/text';

/**
 * Replaces `@name@host` by `@name` for the host of this instance, with or without its port. People and programs
 * write handles with the host, stored texts and the parser have only names.
 */
export function shortenLocalHandles(text: string, { host, hostname }: URL): string {
  const hosts = [host, hostname].map((name) => RegExp.escape(name)).join('|');
  const pattern = new RegExp(
    String.raw`(${mentionSource.trigger}${mentionSource.character}+)@(?:${hosts})(?![a-z0-9@-]|:\d|\.[a-z0-9])`,
    'giu',
  );
  return text.replace(pattern, '$1');
}
