import { appealDays } from '@skein/contracts/administration';
import type { StrikeAction } from '@skein/contracts/administration';
import { locales } from '@skein/messages';
import type { Database } from '@skein/db';
import type { EmailModule } from '../../../platform/email/index.ts';
import { t } from '../../../platform/messages.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';

interface Dependencies {
  database: Database;
  emailSender: Pick<EmailModule, 'compose' | 'send'>;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
}

export interface StrikeEmail {
  userId: string;
  action: StrikeAction;
  rules: readonly string[];
  text: string | null;
  endsAt: Date | null;
  createdAt: Date;
  appealToken: string;
  isAutomatic?: boolean;
}

interface Recipient {
  email: string;
  name: string;
  locale: Locale;
}

export type ModerationEmails = ReturnType<typeof createModerationEmails>;

/** Emails about the actions and messages of moderators, in the language of the user's latest session. */
export function createModerationEmails(dependencies: Dependencies) {
  const { emailSender, siteSettings, publicUrl } = dependencies;

  /** Runs after the response. */
  function send(
    userId: string,
    compose: (recipient: Recipient, instance: string) => { subject: string; text: string },
  ): void {
    const work = findRecipient(dependencies.database, userId).then((recipient) => {
      if (recipient === null) return;
      const content = compose(recipient, siteSettings.current().name);
      emailSender.send({ to: recipient.email, ...content });
    });
    emailSender.compose(work);
  }

  return {
    /** About a new strike, with the link to appeal. */
    sendStrike: (strike: StrikeEmail): void =>
      send(strike.userId, ({ name, locale }, instance) => ({
        subject: t(
          locale,
          strike.isAutomatic === true ? 'email.strike.automatic.subject' : 'email.strike.subject',
          { instance },
        ),
        text: t(locale, 'email.strike.text', {
          name,
          what: describeAction(locale, strike, instance),
          reason: [
            ...strike.rules.map((rule) => `- ${rule}`),
            strike.text ?? '',
            strike.isAutomatic === true ? t(locale, 'email.strike.automatic.reason') : '',
          ]
            .filter((line) => line !== '')
            .join('\n'),
          days: appealDays,
          // In the fragment, which servers and Referer headers never receive.
          link: new URL(`/appeal#token=${strike.appealToken}`, publicUrl).href,
        }),
      })),

    /** Sends a message of a moderator to the reporter of a report. */
    sendReportMessage: (userId: string, message: string): void =>
      send(userId, ({ name, locale }, instance) => ({
        subject: t(locale, 'email.reportMessage.subject', { instance }),
        text: t(locale, 'email.reportMessage.text', {
          name,
          instance,
          message,
          link: new URL('/report-messages', publicUrl).href,
        }),
      })),

    /** About a lifted strike or the decision of an appeal, with the text of who decided. */
    sendOutcome: (
      userId: string,
      outcome: 'lifted' | 'upheld' | 'appealLifted',
      message = '',
    ): void =>
      send(userId, ({ name, locale }, instance) => ({
        subject: t(locale, `email.strike.${outcome}.subject`, { instance }),
        text: [t(locale, `email.strike.${outcome}.text`, { name, instance }), message]
          .filter((part) => part !== '')
          .join('\n'),
      })),
  };
}

function describeAction(
  locale: Locale,
  { action, endsAt, isAutomatic = false }: StrikeEmail,
  instance: string,
): string {
  if (isAutomatic) return t(locale, 'email.strike.automatic.what', { instance });
  if (action !== 'suspend' || endsAt === null) {
    return t(locale, `email.strike.${action}`, { instance });
  }
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(endsAt);
  return t(locale, 'email.strike.suspendUntil', { instance, time: `${time} UTC` });
}

async function findRecipient(database: Database, userId: string): Promise<Recipient | null> {
  const account = await database.user.findFirst({
    where: { id: userId, deletedAt: null },
    select: {
      email: true,
      name: true,
      sessions: {
        where: { locale: { not: null } },
        orderBy: { id: 'desc' },
        take: 1,
        select: { locale: true },
      },
    },
  });
  if (!account?.email) return null;
  const { sessions, ...recipient } = { ...account, email: account.email };
  const locale = locales.find((each) => each === sessions[0]?.locale) ?? 'en';
  return { ...recipient, locale };
}
