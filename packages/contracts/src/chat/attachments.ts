import { z } from 'zod';
import { issueMessage, textField, wireText } from '../http/index.ts';
import { altTextMaxLength, attachmentsMax } from '../limits.ts';
import { waveformSchema } from '../media/media.schemas.ts';
import { voiceMessageMaxMs } from '../voice-limits.ts';

/** The files of a new message. */
export const messageAttachments = z
  .array(
    z.object({
      mediaUrl: wireText('error.label.fileAddress'),
      altText: textField({ max: altTextMaxLength, label: 'error.label.altText' })
        .nullish()
        .describe('Replaces that of the upload, if not empty'),
      voice: z
        .object({
          durationMs: z
            .number()
            .int()
            .min(1)
            .max(voiceMessageMaxMs, { error: issueMessage('error.voiceTooLong') }),
          waveform: waveformSchema,
        })
        .nullish()
        .describe(
          'Makes an audio file, the only one, a voice message. `durationMs` is used if the file lacks its duration; `waveform` is the loudness over time, from 0 to 31',
        ),
    }),
  )
  .min(1, { error: issueMessage('error.messageFilesEmpty') })
  .max(attachmentsMax, { error: issueMessage('error.messageFilesMax', { max: attachmentsMax }) })
  .nullish()
  .describe(
    'Instead of `mediaUrl`. Several files are images and videos; `messageType` is the type of the first',
  );
