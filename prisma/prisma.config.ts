import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'schema',
  migrations: { path: 'migrations' },
  // Only the commands of Prisma's CLI that talk to a database need it.
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
