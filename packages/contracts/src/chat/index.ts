export * from './chat.contract.ts';
export * from './drafts.contract.ts';
export * from './messages.contract.ts';
export * from './chat.schemas.ts';
export * from './search.contract.ts';
export * from './groups.contract.ts';
export * from './group-members.contract.ts';
export * from './groups.schemas.ts';
