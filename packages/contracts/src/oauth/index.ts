export * from './oauth.contract.ts';
export * from './oauth.schemas.ts';
