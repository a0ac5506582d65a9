export { createMailModule } from './mail.module.ts';
export type { MailModule } from './mail.module.ts';
