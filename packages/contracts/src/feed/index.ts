export * from './timelines.contract.ts';
