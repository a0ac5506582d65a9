export * from './hashtags.contract.ts';
