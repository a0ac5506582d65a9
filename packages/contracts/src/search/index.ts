export * from './hashtags.contract.ts';
export * from './search.contract.ts';
export * from './trending.contract.ts';
