export { createProtectionModule } from './protection.module.ts';
export type { ProtectionModule } from './protection.module.ts';
export type { Charge } from './charges.ts';
export { insertAutomaticReport } from './automatic-reports.repository.ts';
