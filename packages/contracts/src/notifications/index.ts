export * from './filtered.contract.ts';
export * from './notifications.contract.ts';
export * from './notifications.schemas.ts';
