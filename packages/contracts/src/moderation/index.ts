export * from './admin.contract.ts';
export * from './admin.schemas.ts';
export * from './registrations.contract.ts';
export * from './reports.contract.ts';
