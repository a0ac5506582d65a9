export * from './events.schemas.ts';
