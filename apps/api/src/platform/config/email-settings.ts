import { z } from 'zod';
import { setting } from './fields.ts';
import { defaultPushHosts, pushHosts } from './push-hosts.ts';

export const emailFields = {
  smtpUrl: setting(
    'SMTP_URL',
    z
      .string()
      .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
      .refine((url) => URL.canParse(url) && new URL(url).hostname !== '', {
        error: 'must be a URL, such as smtp://user:password@mail.example:587',
      })
      .optional(),
    '[Mail server](install.md#send-email), `smtp://` or `smtps://`. Default: emails are written to the folder `outbox` in `DATA_DIR`',
    'smtp://user:password@mail.example:587',
  ),
  emailFrom: setting(
    'MAIL_FROM',
    z
      .string()
      .trim()
      .regex(/^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
        error: 'must be an address, such as skein@example.org or Skein <skein@example.org>',
      })
      .optional(),
    'Sender of emails. Default: `no-reply@` and the host of `PUBLIC_URL`',
    'Skein <skein@example.org>',
  ),
  pushHosts: setting(
    'PUSH_HOSTS',
    pushHosts,
    'Allowed [push services](customize.md#push-notifications): host names, `*.example.org` for subdomains, `*` for all. Default: those of the common browsers and apps',
    defaultPushHosts,
  ),
};
