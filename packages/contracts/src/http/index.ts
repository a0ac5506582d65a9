export * from './error.ts';
export * from './fields.ts';
export { describeIssue } from './issue-message.ts';
export * from './limit.ts';
export * from './page.ts';
export * from './route-errors.ts';
export * from './route.ts';
export * from './stream.ts';
export * from './success.ts';
