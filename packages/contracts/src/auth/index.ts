export * from './auth.contract.ts';
export * from './auth.schemas.ts';
