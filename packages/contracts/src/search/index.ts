export * from './search.contract.ts';
