import { mentionSource } from '@skein/contracts/text';

/**
 * Replaces `@name@host` by `@name` for the host of this instance. Programs write handles with the host,
 * texts and the parser have only names.
 */
export function shortenLocalHandles(text: string, host: string): string {
  const pattern = new RegExp(
    String.raw`(${mentionSource.trigger}${mentionSource.character}+)@${RegExp.escape(host)}(?![a-z0-9@:-]|\.[a-z0-9])`,
    'giu',
  );
  return text.replace(pattern, '$1');
}
