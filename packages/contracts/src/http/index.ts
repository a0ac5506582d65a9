export * from './error.ts';
export * from './fields.ts';
export * from './page.ts';
export * from './route.ts';
export * from './success.ts';
