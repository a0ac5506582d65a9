import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'schema',
  migrations: { path: 'migrations' },
  // Only needed by commands of Prisma's CLI that use a database.
  datasource: { url: process.env['DATABASE_DIRECT_URL'] ?? process.env['DATABASE_URL'] ?? '' },
});
