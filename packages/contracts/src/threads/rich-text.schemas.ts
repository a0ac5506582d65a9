import { z } from 'zod';

/** The formatting that texts of other servers may have. `a` is a link with a label of its own. */
export const richTextTags = [
  'p',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'code',
  'a',
] as const;

export type RichTextTag = (typeof richTextTags)[number];

export interface RichTextNode {
  tag: RichTextTag;
  /** The address of a link, with http or https. Null for other nodes and for links to something else. */
  href: string | null;
  children: (string | RichTextNode)[];
}

export const richTextNodeSchema: z.ZodType<RichTextNode> = z
  .object({
    tag: z.enum(richTextTags),
    href: z
      .string()
      .regex(/^https?:\/\//)
      .nullable()
      .describe('The address of a link; null for other nodes'),
    get children() {
      return z.array(z.union([z.string(), richTextNodeSchema]));
    },
  })
  .meta({ id: 'RichTextNode' });

const approverKinds = ['public', 'followers', 'following', 'unsupported_policy'] as const;

/** What only threads of other servers have. */
export const remoteThreadSchema = z
  .object({
    uri: z.string().describe('The id of its ActivityPub document'),
    url: z.string().describe('The original page'),
    richText: z
      .array(richTextNodeSchema)
      .nullable()
      .describe('The text with its formatting, instead of `content`; null if it has none'),
    attachments: z
      .array(
        z.object({
          id: z.uuid(),
          type: z.enum(['image', 'video', 'audio', 'other']),
          url: z.string().describe('The address on the other server'),
          altText: z.string().nullable(),
          blurhash: z.string().nullable(),
          focus: z.object({ x: z.number(), y: z.number() }).nullable(),
          width: z.number().int().nullable(),
          height: z.number().int().nullable(),
        }),
      )
      .describe('Files without a copy on this server, such as large ones. Others are in `media`'),
    approvesReplies: z
      .boolean()
      .describe(
        'Whether its author approves replies before other servers get them. False if replies are for mentioned users only',
      ),
    quoteApproval: z
      .object({
        automatic: z.array(z.enum(approverKinds)).describe('Whose quotes are approved at once'),
        manual: z.array(z.enum(approverKinds)).describe('Whose quotes its author reviews'),
        viewer: z
          .enum(['automatic', 'manual', 'unknown', 'denied'])
          .describe('How your quote would be approved'),
      })
      .describe('Who may quote it, as the other server has published'),
  })
  .meta({ id: 'RemoteThread' });

export type ApproverKind = (typeof approverKinds)[number];
export type RemoteThread = z.infer<typeof remoteThreadSchema>;
