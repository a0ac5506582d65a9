import { capturePoster } from '../../../lib/video-poster.ts';
import { isWithoutPoster } from '../attachments/attachments-reducer.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';

/** Adds a frame to each video. It is stored with the content, so that each attempt sends the same. */
export async function withPosters(state: ComposerState): Promise<ComposerState> {
  return {
    ...state,
    attachments: await addPosters(state.attachments),
    parts: await Promise.all(
      state.parts.map(async (part) => ({
        ...part,
        attachments: await addPosters(part.attachments),
      })),
    ),
  };
}

const addPosters = (attachments: readonly Attachment[]): Promise<Attachment[]> =>
  Promise.all(
    attachments.map(async (attachment) =>
      isWithoutPoster(attachment)
        ? { ...attachment, poster: await capturePoster(attachment.file) }
        : attachment,
    ),
  );
