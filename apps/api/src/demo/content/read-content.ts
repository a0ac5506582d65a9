import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseChats, type Chat } from './parse-chats.ts';
import { parseConversations, type ScriptedThread } from './parse-conversations.ts';

export interface DemoContent {
  /** The conversations of each topic (file) in chronological order. */
  topics: ScriptedThread[][];
  chats: Chat[];
}

const conversationsDirectory = path.join(import.meta.dirname, 'conversations');
const chatsFile = path.join(import.meta.dirname, 'chats.txt');

/** Reads the texts of the demo data. */
export function readContent(): DemoContent {
  const files = readdirSync(conversationsDirectory)
    .filter((name) => name.endsWith('.txt'))
    .toSorted();
  return {
    topics: files.map((name) =>
      parseConversations(readFileSync(path.join(conversationsDirectory, name), 'utf8')),
    ),
    chats: parseChats(readFileSync(chatsFile, 'utf8')),
  };
}
