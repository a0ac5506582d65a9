import type { Database } from '@skein/db';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { countRecipient } from '../../../platform/rate-limits/recipient-limit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import { RateLimitedError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import { t } from '../../../platform/messages.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { listDeviceNames } from '../sessions/describe-device.ts';
import type { SessionEndLinks } from '../sessions/session-end-links.ts';
import type { Device } from '../sessions/sessions.ts';
import { isKnownDevice } from '../sessions/own-sessions.repository.ts';
import { findAccountEmail } from '../../users/index.ts';

type SecurityEvent =
  | 'signIn'
  | 'passwordChanged'
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'recoveryCodes'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | {
      type:
        | 'accessTokenCreated'
        | 'appAuthorized'
        | 'identityLinked'
        | 'identityUnlinked'
        | 'emailChangeRequested';
      name: string;
    };

/** The device and language of the request that caused an event. */
export type EventOrigin = Device & { locale: Locale };

interface Dependencies {
  database: Database;
  links: SessionEndLinks;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  emailSender: Pick<EmailModule, 'send' | 'emailDirectory'>;
  clock: Clock;
  logger: Logger;
  siteSettings: CurrentSiteSettings;
}

export type SecurityEmails = ReturnType<typeof createSecurityEmails>;

/**
 * Informs users about changes to the security of their account. Only with a mail server: otherwise
 * nobody would read the emails.
 */
export function createSecurityEmails(dependencies: Dependencies) {
  const { logger, emailSender } = dependencies;
  return {
    /** Runs after the response. */
    notify(userId: string, event: SecurityEvent, origin: EventOrigin): void {
      if (emailSender.emailDirectory !== null) return;
      void send(dependencies, { userId, event, origin }).catch((error: unknown) => {
        if (error instanceof RateLimitedError) return;
        logger.error({ err: error }, 'a security email could not be made');
      });
    },
  };
}

async function send(
  { database, links, rateLimiter, emailSender, clock, siteSettings }: Dependencies,
  { userId, event, origin }: { userId: string; event: SecurityEvent; origin: EventOrigin },
): Promise<void> {
  const now = clock.now();
  const isSignIn = event === 'signIn';
  if (isSignIn && (await isKnownDevice(database, userId, origin))) return;
  const account = await findAccountEmail(database, userId);
  if (account === null || account.email === '') return;
  // Counted apart, so that many sign-ins cannot suppress the email about a change.
  const key = `${isSignIn ? 'sign-in' : 'change'}:${userKey(userId)}`;
  await rateLimiter.consume('securityEmails', key);
  // A verified address belongs to one account, and nobody else can suppress its emails.
  if (!account.isProven) await countRecipient(rateLimiter, account.email);
  emailSender.send({
    to: account.email,
    ...compose(event, {
      origin,
      now,
      link: links.create(userId, now),
      instance: siteSettings.current().name,
    }),
  });
}

interface EmailValues {
  origin: EventOrigin;
  now: Date;
  link: string;
  instance: string;
}

function compose(event: SecurityEvent, { origin, now, link, instance }: EmailValues) {
  const { type, name } = typeof event === 'string' ? { type: event, name: '' } : event;
  const { locale, userAgent } = origin;
  const names = listDeviceNames(userAgent ?? null);
  const device = names.length > 0 ? names.join(', ') : t(locale, 'email.security.unknownDevice');
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(now);
  const what = t(locale, `email.security.${type}.text`, { instance, name });
  return {
    subject: t(locale, `email.security.${type}.subject`, { instance }),
    text: t(locale, 'email.security.text', { what, device, time, link }),
  };
}
