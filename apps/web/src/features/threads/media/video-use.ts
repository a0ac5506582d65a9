/** What others can fetch to see whether a video has been converted: its thread, or their messages. */
export type VideoUse = { threadId: string } | { senderId: string };
