import { mentionSource } from '@skein/contracts/text';
import { getHandleDomain } from '../platform/config/federation-settings.ts';

type LocalHandles = Parameters<typeof getHandleDomain>[0];

/**
 * Replaces `@name@host` by `@name` for the host of this instance, with or without its port, and for its handle domain.
 * People and programs write handles with the host, stored texts and the parser have only names.
 */
export function shortenLocalHandles(text: string, instance: LocalHandles): string {
  const { host, hostname } = instance.publicUrl;
  const hosts = [host, hostname, getHandleDomain(instance)]
    .map((name) => RegExp.escape(name))
    .join('|');
  const pattern = new RegExp(
    String.raw`(${mentionSource.trigger}${mentionSource.character}+)@(?:${hosts})(?![a-z0-9@-]|:\d|\.[a-z0-9])`,
    'giu',
  );
  return text.replace(pattern, '$1');
}
