export * from './custom-emoji.ts';
export * from './excerpt.ts';
export * from './normalize.ts';
export * from './parse.ts';
export * from './safe-link.ts';
export * from './usernames.ts';
