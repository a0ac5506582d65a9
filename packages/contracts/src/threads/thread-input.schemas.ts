import { z } from 'zod';
import {
  booleanField,
  issueMessage,
  jsonField,
  languageField,
  textField,
  uuid,
  wireText,
} from '../http/index.ts';
import {
  altTextMaxLength,
  attachmentsMax,
  captionFilesMax,
  chainFilesMax,
  chainPartsMax,
  chainPartsMin,
  contentWarningMaxLength,
  textMaxLength,
} from '../limits.ts';
import { normalizeName } from '../text/index.ts';
import { focusTextField, mediaTypeSchema } from '../media/index.ts';
import { pollField } from './poll-input.schemas.ts';
import { replyPermissionSchema, selectableAudienceSchema } from './threads.schemas.ts';

const contentField = textField({ max: textMaxLength, label: 'error.label.thread' });

/** One alternative text per file, in the order of the files. */
const collectAltTexts = (max: number) =>
  z.preprocess(
    toArray,
    z
      .array(textField({ max: altTextMaxLength, label: 'error.label.description' }))
      .max(max, { error: issueMessage('error.descriptionsMax', { max }) }),
  );

/** One focus per file, in the order of the files. */
const collectFocuses = (max: number) =>
  z
    .preprocess(toArray, z.array(focusTextField).max(max))
    .optional()
    .describe(
      'The points that crops of the pictures keep, such as `0.5,-0.2`; empty for the center',
    );

const altTextsField = collectAltTexts(attachmentsMax).default([]);

const videoPosition = z
  .int({ error: issueMessage('error.videoPosition') })
  .min(0, { error: issueMessage('error.firstPosition') })
  .max(chainFilesMax - 1, { error: issueMessage('error.filesMax', { max: chainFilesMax }) });

const tooManyVideoFiles = issueMessage('error.videoFilesMax');

/** Which video each file in `poster` and `captions` belongs to. */
const videoFilesField = jsonField(
  'error.label.videoFiles',
  z.object({
    posters: z
      .array(videoPosition, { error: issueMessage('error.posterPositions') })
      .max(chainFilesMax, { error: tooManyVideoFiles })
      .default([]),
    captions: z
      .array(
        z.object(
          {
            video: videoPosition,
            language: z
              .string({ error: issueMessage('error.captionsLanguage') })
              .pipe(languageField),
          },
          { error: issueMessage('error.captionsFields') },
        ),
        { error: issueMessage('error.captionsList') },
      )
      .max(captionFilesMax, { error: tooManyVideoFiles })
      .default([]),
  }),
)
  .optional()
  .describe(
    'For `poster` and `captions`, one entry per file in order. `video` is the position of the video in `media`: JSON text `{ "posters": [0], "captions": [{ "video": 0, "language": "en" }] }`',
  );

/** A form with one value of a repeated field contains no array. */
export function toArray(value: unknown): unknown {
  return typeof value === 'string' ? [value] : value;
}

export const contentWarningField = textField({
  max: contentWarningMaxLength,
  label: 'error.label.contentWarning',
}).transform(normalizeName);

const warningFields = {
  contentWarning: contentWarningField
    .transform((text) => (text === '' ? null : text))
    .default(null)
    .describe('Shown instead of the thread until the reader opens it'),
  isSensitive: booleanField
    .default(false)
    .describe('Covers the files until the reader uncovers them'),
};

/** The schema sets no defaults, because they depend on the author's settings and on the parent of a reply. */
export const audienceFields = {
  audience: selectableAudienceSchema
    .optional()
    .describe(
      "Absent, your default. A reply has the parent's audience if that is narrower. It cannot be changed later",
    ),
  language: languageField.optional().describe('BCP 47; absent if unknown'),
};

const uploadsCount = issueMessage('error.uploadsCount', { max: attachmentsMax });
const uploadIdsList = z.array(uuid).max(attachmentsMax, { error: uploadsCount });

/** The version of a draft. */
export const versionField = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/)], {
    error: issueMessage('error.mustBeInteger', { label: 'error.label.version' }),
  })
  .transform(Number);

/**
 * Uploads and drafts that a new thread uses. Without defaults: a request that is repeated
 * after an upgrade must equal the one that the server received before it.
 */
const earlierFields = {
  uploadIds: z
    .preprocess(toArray, uploadIdsList)
    .optional()
    .describe('Uploads from `POST /posts/with-media`, in order, in place of files'),
  draftId: uuid
    .optional()
    .describe('The draft that this publishes, which is deleted at the same time'),
  draftVersion: versionField
    .optional()
    .describe('Keeps the draft if it has changed since this version'),
};

/** A new thread, or a reply if `parentThreadId` is set. Requires a text, a poll or files. */
export const createThreadBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  focus: collectFocuses(attachmentsMax),
  videoFiles: videoFilesField,
  parentThreadId: uuid.optional().describe('The thread to reply to'),
  replyPermission: replyPermissionSchema
    .default('ANYONE')
    .describe('For a reply it applies only to quotes; the root thread decides who may reply'),
  poll: pollField.optional(),
  ...earlierFields,
  ...audienceFields,
  ...warningFields,
});

const partFiles = issueMessage('error.partFiles', { min: 0, max: attachmentsMax });

const chainPartSchema = z.object({
  content: contentField.default(''),
  files: z
    .int({ error: partFiles })
    .min(0, { error: partFiles })
    .max(attachmentsMax, { error: partFiles })
    .default(0)
    .describe('How many of the files, in order, belong to this part'),
  uploadIds: uploadIdsList.optional().describe('Uploads in place of files'),
});

const partsCount = issueMessage('error.chainParts', { min: chainPartsMin, max: chainPartsMax });

/** Threads of one author, each a reply to the one before. Each requires a text or files. */
export const createChainBodySchema = z.object({
  parts: z
    .preprocess(
      toArray,
      z
        .array(jsonField('error.label.part', chainPartSchema))
        .min(chainPartsMin, { error: partsCount })
        .max(chainPartsMax, { error: partsCount }),
    )
    .describe('One field per part, in order: JSON text `{ "content": "…", "files": 0 }`'),
  altText: collectAltTexts(chainFilesMax).default([]),
  focus: collectFocuses(chainFilesMax),
  videoFiles: videoFilesField,
  replyPermission: replyPermissionSchema.default('ANYONE'),
  poll: pollField.optional().describe('Of the first part'),
  draftId: earlierFields.draftId,
  draftVersion: earlierFields.draftVersion,
  ...audienceFields,
  ...warningFields,
});

/** A quote. Its media is a file, or `mediaUrl` and `mediaType` of an earlier upload. */
export const quoteRepostBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  focus: collectFocuses(attachmentsMax),
  videoFiles: videoFilesField,
  quotedThreadId: uuid,
  replyPermission: replyPermissionSchema.default('ANYONE'),
  mediaUrl: wireText('error.label.fileAddress')
    .max(500, { error: issueMessage('error.notFileAddress') })
    .optional()
    .describe('From `POST /posts/with-media` by the same user'),
  mediaType: mediaTypeSchema.optional(),
  ...earlierFields,
  ...audienceFields,
  ...warningFields,
});

export const editThreadBodySchema = z.object({
  content: textField({ max: textMaxLength, label: 'error.label.thread', required: true }),
  contentWarning: contentWarningField
    .transform((text) => (text === '' ? null : text))
    .optional()
    .describe('An empty string removes it; absent, it stays'),
  isSensitive: booleanField.optional().describe('Absent, it stays'),
  language: languageField.optional().describe('BCP 47; absent, it stays'),
  altText: collectAltTexts(attachmentsMax)
    .optional()
    .describe('The descriptions of the files, in order. Absent, they stay'),
});

export const uploadMediaBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  videoFiles: videoFilesField,
});

export type VideoFiles = z.infer<typeof videoFilesField>;
