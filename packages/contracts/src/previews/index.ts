export * from './previews.contract.ts';
