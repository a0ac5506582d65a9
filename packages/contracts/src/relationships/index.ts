export * from './blocks.contract.ts';
export * from './dismissed-suggestions.contract.ts';
export * from './follow-requests.contract.ts';
export * from './follows.contract.ts';
export * from './notes.contract.ts';
export * from './server-blocks.contract.ts';
