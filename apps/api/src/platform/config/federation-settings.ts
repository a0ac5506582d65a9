import { z } from 'zod';
import { isPublicHost } from '../public-address.ts';
import { onOrOff, setting, wholeNumber } from './fields.ts';

const domain = /^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

export const federationFields = {
  isFederated: setting(
    'FEDERATION',
    onOrOff.prefault('off'),
    '`on` connects the instance with [other servers](federation.md) that use ActivityPub. Requires `PUBLIC_URL`. Its host cannot be changed once another server knows the instance',
  ),
  handleDomain: setting(
    'HANDLE_DOMAIN',
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(domain, { error: 'must be a domain, such as example.org' })
      .refine(isPublicHost, { error: 'must be a public domain, such as example.org' })
      .optional(),
    'Domain of [handles](federation.md#choose-the-domain), if it differs from the host of `PUBLIC_URL`. It has no effect without `FEDERATION=on`, and cannot be changed once another server knows the instance',
    'example.org',
  ),
  remoteMediaBytes: setting(
    'REMOTE_MEDIA_GB',
    wholeNumber(1, 9_999_999)
      .transform((gigabytes) => gigabytes * 1024 ** 3)
      .prefault('10'),
    'Gigabytes for copies of [files of other servers](federation.md#files-of-other-servers)',
  ),
  remoteThreadDays: setting(
    'REMOTE_THREAD_DAYS',
    wholeNumber(0, 36_500).prefault('90'),
    'Days after which unused [threads of other servers](federation.md#deletion-of-old-threads) are deleted. `0` keeps all',
  ),
};

/** The names of an instance that is connected with other servers. */
export interface FederationSettings {
  /** The host of the addresses of accounts and threads. */
  domain: string;
  /** The part of handles after `@`. */
  handleDomain: string;
}

/** The part of local handles after `@`. */
export function getHandleDomain({
  publicUrl,
  federation,
}: {
  publicUrl: URL;
  federation?: FederationSettings | undefined;
}): string {
  return federation?.handleDomain ?? publicUrl.host;
}

/** Returns a mistake in `PUBLIC_URL` that would make the instance unreachable for other servers. */
export function findDomainMistake({ protocol, hostname, port }: URL): string | null {
  if (protocol !== 'https:') return 'must begin with https:// if FEDERATION is on';
  if (port !== '') return 'must not have a port if FEDERATION is on';
  if (!domain.test(hostname) || !isPublicHost(hostname) || /^[\d.]+$/.test(hostname)) {
    return 'must have a public name, such as https://skein.example.org, if FEDERATION is on';
  }
  return null;
}
