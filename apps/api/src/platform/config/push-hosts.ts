import { z } from 'zod';

/** The push services of Chrome, Chromium, Firefox, Safari and Edge. */
export const browserPushHosts =
  'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const hostName = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z]$/;

/** Comma-separated host names. */
export const pushHosts = z
  .string()
  .prefault(browserPushHosts)
  .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
  .refine((hosts) => hosts.every((host) => host === '*' || hostName.test(host)), {
    error: 'must be host names, separated by commas, such as ntfy.sh or *.push.apple.com, or *',
  });
