export * from './admin.contract.ts';
export * from './admin.schemas.ts';
export * from './appeals.contract.ts';
export * from './insights.contract.ts';
export * from './registrations.contract.ts';
export * from './reports.contract.ts';
export * from './strikes.contract.ts';
export * from './strikes.schemas.ts';
