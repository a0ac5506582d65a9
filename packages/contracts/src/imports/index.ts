export * from './imports.contract.ts';
