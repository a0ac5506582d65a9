export * from './instance.contract.ts';
