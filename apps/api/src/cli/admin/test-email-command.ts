import { emailField } from '@skein/contracts/auth';
import { parseInput } from '../../http/routes/parse-input.ts';
import { t } from '../../platform/messages.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';

/** Sends an email and waits for the response of the mail server. */
export const testEmailCommand: AdminCommand = {
  name: 'test-email',
  parameters: ['email'],
  description: 'send an email to this address to test the mail server',
  async run({ siteSettings, sendTestEmail }, { positionals: [address] }) {
    const to = parseInput(emailField, address);
    await siteSettings.load();
    const instance = siteSettings.current().name;
    const { outcome, error } = await sendTestEmail({
      to,
      subject: t('en', 'email.test.subject', { instance }),
      text: t('en', 'email.test.text', { instance }),
    });
    if (outcome === 'no_mail_server') {
      throw new OperationError('SMTP_URL is not set, so there is no mail server to test.');
    }
    if (outcome === 'failed') {
      throw new OperationError(`The email could not be sent. ${error ?? ''}`);
    }
    return [`The mail server has accepted the email to ${to}.`];
  },
};
