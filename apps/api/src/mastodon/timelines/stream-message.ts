import { z } from 'zod';

const messageSchema = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  stream: z.string().max(100),
  tag: z.string().max(200).default(''),
  list: z.string().max(100).default(''),
});

/** What a client sends over a WebSocket. */
export type ClientMessage = z.output<typeof messageSchema>;

/** Null for anything else than a message of a client. */
export function readClientMessage(text: string): ClientMessage | null {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
