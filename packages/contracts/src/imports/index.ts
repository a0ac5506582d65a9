export * from './imported-posts.contract.ts';
export * from './imports.contract.ts';
