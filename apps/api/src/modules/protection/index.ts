export { createProtectionModule } from './protection.module.ts';
export type { ProtectionModule } from './protection.module.ts';
export type { Charge } from './charges.ts';
export { toRepeatedTextKey } from './repeated-text.policy.ts';
export { insertAutomaticReport } from './automatic-reports.repository.ts';
