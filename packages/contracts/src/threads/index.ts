export * from './poll-input.schemas.ts';
export * from './thread-input.schemas.ts';
export * from './threads.contract.ts';
export * from './threads.schemas.ts';
