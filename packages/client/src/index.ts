export { createSkeinClient } from './create-client.ts';
export type { SkeinClientOptions } from './create-client.ts';
export { SkeinError } from './error.ts';
export { paginate } from './paginate.ts';
export { publishThread } from './publish-thread.ts';
export type { Client as SkeinClient } from '../generated/client/index.ts';
export * from '../generated/index.ts';
