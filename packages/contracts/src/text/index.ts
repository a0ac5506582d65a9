export * from './excerpt.ts';
export * from './normalise.ts';
export * from './parse.ts';
