export { createImportsModule } from './imports.module.ts';
export { readCsv } from './reading/parse-csv.ts';
export { importsRoutes } from './imports.routes.ts';
