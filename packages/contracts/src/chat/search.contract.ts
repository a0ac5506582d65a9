import { z } from 'zod';
import { defineRoute, pageSchema, pageQuery } from '../http/index.ts';
import { searchPageSize } from '../limits.ts';
import { matchRangeSchema } from '../search/index.ts';
import { groupsField } from './chat.contract.ts';
import { chatMessageSchema, conversationFields, searchText } from './chat.schemas.ts';

const foundMessageSchema = z
  .object({
    message: chatMessageSchema,
    ...conversationFields,
    matches: z
      .array(matchRangeSchema)
      .describe('Ranges of the `content` to highlight: ordered, disjoint, possibly empty'),
  })
  .meta({ id: 'FoundMessage' });

export type FoundMessage = z.infer<typeof foundMessageSchema>;

export const foundMessagesPageSchema = pageSchema(foundMessageSchema).meta({
  id: 'FoundMessagesPage',
});

export type FoundMessagesPage = z.infer<typeof foundMessagesPageSchema>;

export const searchMessages = defineRoute({
  id: 'searchMessages',
  method: 'GET',
  path: '/chat/search',
  tag: 'Chat',
  summary: 'Search your messages, newest first',
  description:
    'All words must occur, in any order, at least with their beginnings. Ignores case and accents. Searches the inbox, up to the latest 1,000 conversations, without requests and without messages that were deleted or cleared. A text without words finds nothing.',
  auth: 'bearer',
  limit: 'searches',
  reads: 'replica',
  query: pageQuery({ defaultSize: searchPageSize }).safeExtend({
    q: searchText,
    groups: groupsField,
  }),
  status: 200,
  response: foundMessagesPageSchema,
});
