export * from './events.contract.ts';
export * from './events.schemas.ts';
