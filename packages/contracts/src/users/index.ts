export * from './person.schemas.ts';
export * from './users.contract.ts';
export * from './users.schemas.ts';
