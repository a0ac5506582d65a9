export * from './threads.contract.ts';
export * from './threads.schemas.ts';
