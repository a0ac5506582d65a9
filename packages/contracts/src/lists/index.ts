export * from './lists.contract.ts';
