export * from './bookmarks.contract.ts';
