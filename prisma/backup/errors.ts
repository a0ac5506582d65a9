/** Why a database cannot be taken from a backup, in one sentence for the person who tried. */
export class BackupError extends Error {
  override name = 'BackupError';
}
