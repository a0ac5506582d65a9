export { createInstanceModule } from './instance.module.ts';
export { instanceRoutes } from './instance.routes.ts';
