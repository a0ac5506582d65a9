export { createImportsModule } from './imports.module.ts';
export { importsRoutes } from './imports.routes.ts';
