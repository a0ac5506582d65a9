export * from './webhooks.contract.ts';
