export interface Chat {
  people: [string, string];
  messages: { sender: string; text: string; isUnread: boolean }[];
}

const headPattern = /^(?<first>[a-z]+) & (?<second>[a-z]+)$/;
const messagePattern = /^(?<sender>[a-z]+) \| (?<text>.+)$/;

/**
 * Chats as plain text: `one & other`, then `sender | text` a line. `unread | text` comes from
 * the second of the two, and the first has not read it yet.
 * @throws Error naming the line that is neither.
 */
export function parseChats(script: string): Chat[] {
  const chats: Chat[] = [];
  for (const line of script.split('\n').filter((text) => text.trim() !== '')) {
    const { first, second } = headPattern.exec(line)?.groups ?? {};
    if (first !== undefined && second !== undefined) {
      chats.push({ people: [first, second], messages: [] });
      continue;
    }
    const { sender, text } = messagePattern.exec(line)?.groups ?? {};
    const chat = chats.at(-1);
    if (chat === undefined || sender === undefined || text === undefined) {
      throw new Error(`This line is no message: ${line}`);
    }
    const isUnread = sender === 'unread';
    chat.messages.push({ sender: isUnread ? chat.people[1] : sender, text, isUnread });
  }
  return chats;
}
