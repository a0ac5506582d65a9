/** Values and limits of imports. Apart from the others, because only the dialog in the settings needs them. */

/** What a CSV file in Mastodon's format contains. */
export const importKinds = ['follows', 'blocks', 'mutes', 'lists'] as const;

/** `merge` adds to what the user has; `overwrite` also removes what is not in the file. */
export const importModes = ['merge', 'overwrite'] as const;

export const importStatuses = ['preview', 'running', 'done'] as const;

export const importRowsMax = 10_000;
export const importFileMaxBytes = 2 * 1024 ** 2;
/** Rows that could not be imported and are listed in the response; the file to download has all. */
export const importFailuresShown = 50;

/** An archive of posts. Media count too, although they are not imported. */
export const postArchiveMaxBytes = 200 * 1024 ** 2;
/** Posts that one user keeps. */
export const importedPostsMax = 20_000;
export const importedPostsPageSize = 20;

/** A CSV file with the domain blocks of Mastodon. */
export const serverListRowsMax = 5000;
export const serverListFileMaxBytes = 1024 ** 2;
