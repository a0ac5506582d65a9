import { ValidationError } from '../../../platform/errors.ts';
import type { ResponseMessage } from '../../../platform/messages.ts';

const invalid = (message: ResponseMessage) => new ValidationError([{ path: 'file', message }]);

export const unknownArchive = () => invalid('error.archiveUnknown');

export const damagedArchive = () => invalid('error.archiveDamaged');

export const archiveWithoutPosts = () => invalid('error.archiveWithoutPosts');

export const archiveTooLarge = () => invalid('error.archiveTooLarge');
