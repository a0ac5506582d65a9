export * from './media.schemas.ts';
