export * from './filters.contract.ts';
