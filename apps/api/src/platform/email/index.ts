export { createEmailModule } from './email.module.ts';
export type { EmailModule } from './email.module.ts';
