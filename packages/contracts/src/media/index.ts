export * from './gifs.contract.ts';
export * from './media.contract.ts';
export * from './media.schemas.ts';
