export * from './author-control.contract.ts';
export * from './attachments.ts';
export * from './poll-input.schemas.ts';
export * from './scheduled.contract.ts';
export * from './thread-input.schemas.ts';
export * from './thread-params.ts';
export * from './threads.contract.ts';
export * from './threads.schemas.ts';
