export interface Chat {
  users: [string, string];
  messages: { sender: string; text: string; isUnread: boolean }[];
}

const chatPattern = /^(?<first>[a-z]+) & (?<second>[a-z]+)$/;
const messagePattern = /^(?<sender>[a-z]+) \| (?<text>.+)$/;

/**
 * Parses chats in plain text: `one & other`, followed by lines of `sender | text`. `unread | text` is a
 * message of the second user that the first has not read.
 * @throws Error with the invalid line
 */
export function parseChats(script: string): Chat[] {
  const chats: Chat[] = [];
  for (const line of script.split('\n').filter((text) => text.trim() !== '')) {
    const { first, second } = chatPattern.exec(line)?.groups ?? {};
    if (first !== undefined && second !== undefined) {
      chats.push({ users: [first, second], messages: [] });
      continue;
    }
    const { sender, text } = messagePattern.exec(line)?.groups ?? {};
    const chat = chats.at(-1);
    if (chat === undefined || sender === undefined || text === undefined) {
      throw new Error(`This line is not a message: ${line}`);
    }
    const isUnread = sender === 'unread';
    chat.messages.push({ sender: isUnread ? chat.users[1] : sender, text, isUnread });
  }
  return chats;
}
