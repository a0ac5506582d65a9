export { createEmailModule } from './email.module.ts';
export type { EmailModule } from './email.module.ts';
export { sendTestEmail } from './send-test-email.ts';
export { toSender } from './to-sender.ts';
