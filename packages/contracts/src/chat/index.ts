export * from './chat.contract.ts';
export * from './drafts.contract.ts';
export * from './messages.contract.ts';
export * from './chat.schemas.ts';
export * from './search.contract.ts';
