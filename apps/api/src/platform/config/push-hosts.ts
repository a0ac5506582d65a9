import { z } from 'zod';

/**
 * The push services of Chrome, Chromium, Firefox, Safari and Edge; the relays of the apps Mastodon, Ice
 * Cubes and Feditext; the services of UnifiedPush for ntfy, Conversations and Android without either.
 */
export const defaultPushHosts = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
  'app.joinmastodon.org',
  'icecubesrelay.fly.dev',
  'feditext-apns.gotgoat.com',
  'ntfy.sh',
  'up.conversations.im',
  'fcm.distributor.unifiedpush.org',
].join(',');

const hostName = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z]$/;

/** Comma-separated host names. */
export const pushHosts = z
  .string()
  .prefault(defaultPushHosts)
  .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
  .refine((hosts) => hosts.every((host) => host === '*' || hostName.test(host)), {
    error: 'must be host names, separated by commas, such as ntfy.sh or *.push.apple.com, or *',
  });
