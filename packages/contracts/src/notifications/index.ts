export * from './notifications.contract.ts';
export * from './notifications.schemas.ts';
