export * from './auth.contract.ts';
export * from './auth.schemas.ts';
export * from './email.contract.ts';
export * from './oidc.contract.ts';
export * from './passkeys.contract.ts';
export * from './passwords.contract.ts';
export * from './sessions.contract.ts';
export * from './two-factor.contract.ts';
