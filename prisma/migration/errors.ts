/** Why the database cannot be brought up to date, in one sentence that says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
