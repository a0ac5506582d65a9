export * from './normalise.ts';
export * from './parse.ts';
