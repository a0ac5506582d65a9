export * from './account.contract.ts';
export * from './user.schemas.ts';
export * from './moving.contract.ts';
export * from './profile-input.schemas.ts';
export * from './profile.contract.ts';
export * from './profile.schemas.ts';
export * from './users.contract.ts';
export * from './users.schemas.ts';
