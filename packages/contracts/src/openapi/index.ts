export { createOpenApiDocument } from './document.ts';
export type { ApiDescription } from './document.ts';
