import type { RegistrationMode } from '@skein/contracts/administration';

/** The name of this instance. */
export function getInstanceName(): string {
  return readMeta('application-name') || 'Skein';
}

/** Who can create an account. */
export function getRegistrationMode(): RegistrationMode {
  // The server writes no other values.
  return (readMeta('registration') || 'open') as RegistrationMode;
}

/** The administrators' explanation why registration is not open; may be empty. */
export function getRegistrationMessage(): string {
  return readMeta('registration-message');
}

/** Whether registration requires the solution of a challenge. */
export function requiresProofOfWork(): boolean {
  return readMeta('proof-of-work') === 'on';
}

/** Whether trending hashtags and threads are shown. */
export function hasTrends(): boolean {
  return readMeta('trends') !== 'off';
}

/** Whether browsers can receive push notifications. */
export function hasPush(): boolean {
  return readMeta('push') !== 'off';
}

/** Whether the instance is new, so that its administrators are offered the setup. */
export function needsSetup(): boolean {
  return readMeta('setup') === 'on';
}

/** What is read from the document. Workers, which share this code, have none. */
interface Page {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

/** A setting that the server writes into the page; empty for the default, and in workers. */
export function readMeta(name: string): string {
  const { document } = globalThis as { document?: Page };
  return document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? '';
}

/** Whether a service that translates threads is configured. */
export function hasTranslation(): boolean {
  return readMeta('translation') === 'on';
}

/** Whether a service that finds GIFs is configured. */
export function hasGifSearch(): boolean {
  return readMeta('gifs') === 'on';
}

/** Whether the instance is connected with other servers. */
export function hasFederation(): boolean {
  return readMeta('federation') === 'on';
}
