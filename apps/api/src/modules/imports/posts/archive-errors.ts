import { ValidationError } from '../../../platform/errors.ts';

const invalid = (message: string) => new ValidationError([{ path: 'file', message }]);

export const unknownArchive = () => invalid("This isn't a Mastodon or Bluesky archive.");

export const damagedArchive = () => invalid('This archive is damaged or incomplete.');

export const archiveWithoutPosts = () => invalid('This archive contains no posts.');

export const archiveTooLarge = () => invalid('This archive is too large when unpacked.');
