export * from './announcements.contract.ts';
export * from './images.contract.ts';
export * from './instance.contract.ts';
export * from './pages.contract.ts';
export * from './settings.contract.ts';
export * from './settings.schemas.ts';
export * from './test-email.contract.ts';
export * from './upload-settings.schemas.ts';
