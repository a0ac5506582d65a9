/** Migrations cannot be applied. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
