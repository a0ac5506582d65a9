export * from './engagement.contract.ts';
