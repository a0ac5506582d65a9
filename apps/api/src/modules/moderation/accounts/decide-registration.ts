import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { t } from '../../../platform/messages.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { AccountModule } from '../../account/index.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { decidePendingRegistration } from './registrations.repository.ts';

interface Dependencies {
  database: Database;
  account: Pick<AccountModule, 'markDeleted' | 'purge'>;
  emailSender: Pick<EmailModule, 'send'>;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
  clock: Clock;
}

export interface RegistrationDecision {
  userId: string;
  isApproved: boolean;
  /** For the email about a rejection; may be empty. */
  reason: string;
}

/**
 * Approves or rejects an account that waits for approval, and informs its user. A rejected account is
 * deleted.
 * @throws NotFoundError
 * @throws ConflictError if it was decided before
 */
export async function decideRegistration(
  dependencies: Dependencies,
  admin: Actor,
  { userId, isApproved, reason }: RegistrationDecision,
): Promise<void> {
  const { database, account, emailSender, siteSettings, publicUrl, clock } = dependencies;
  if (!isId(userId)) throw registrationNotFound();
  const action = isApproved ? 'approve_registration' : 'reject_registration';
  const result = await decidePendingRegistration(
    database,
    userId,
    { actorId: admin.userId, action, details: reason === '' ? {} : { reason } },
    async (tx) => {
      if (isApproved) {
        const where = { id: userId, deletedAt: null };
        await tx.user.updateMany({ where, data: { suspendedAt: null } });
      } else await account.markDeleted(tx, userId, clock.now());
    },
  );
  if (result === 'unknown') throw registrationNotFound();
  if (result === 'decided') {
    throw new ConflictError('conflict', 'error.registrationDecided');
  }
  const { email, name, locale } = result;
  const key = isApproved ? 'approved' : 'rejected';
  const content = !isApproved && reason !== '' ? 'rejectedWithReason' : key;
  const values = { name, instance: siteSettings.current().name };
  emailSender.send({
    to: email,
    subject: t(locale, `email.registration.${key}.subject`, values),
    text: t(locale, `email.registration.${content}.text`, {
      ...values,
      reason,
      link: new URL('/login', publicUrl).href,
    }),
  });
  if (!isApproved) await account.purge(userId);
}

function registrationNotFound(): NotFoundError {
  return new NotFoundError('error.registrationNotFound');
}
