export * from './trending.contract.ts';
