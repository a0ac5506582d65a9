export interface Chat {
  users: [string, string];
  /** Whether the first user has pinned the chat. */
  isPinned: boolean;
  messages: {
    sender: string;
    text: string;
    isUnread: boolean;
    isEdited: boolean;
    /** The user whose latest thread it shares. */
    shares: string | null;
    /** The number of the message that it quotes, from 1. */
    replyTo: number | null;
    /** The reaction of the other user. */
    reaction: string | null;
    /** `name` is a file in `images/threads`, without its extension. */
    images: { name: string; altText: string }[];
    /** A file in `sounds`, without its extension. */
    recording: string | null;
  }[];
}

const chatPattern = /^(?<first>[a-z]+) & (?<second>[a-z]+)(?<pinned> pinned)?$/;
const messagePattern =
  /^(?<sender>[a-z]+)(?: shares (?<shares>[a-z]+))?(?: replies to (?<replyTo>\d+))?(?<edited> edited)? \| (?<text>.+?)(?: \[(?<reaction>[^\]]+)\])?$/;
const recordingPattern = / \[recording: (?<recording>[\da-z-]+)\]/;
const imagePattern = / \[(?<name>[\da-z-]+): (?<altText>[^\]]+)\]/g;

/**
 * Parses chats in plain text: `one & other`, followed by lines of `sender | text`. The
 * first user has pinned `one & other pinned`. `unread | text` is a
 * message of the second user that the first has not read. `sender replies to 2 | text` quotes the
 * second message. `sender shares other | text` shares the latest thread of `other`. `sender edited | text` was edited. `[emoji]` at the end is the reaction of the other user.
 * `[name: alt text]` adds an image, and `| … [recording: name]` makes it a voice message without text.
 * @throws Error with the invalid line
 */
export function parseChats(script: string): Chat[] {
  const chats: Chat[] = [];
  for (const line of script.split('\n').filter((text) => text.trim() !== '')) {
    const { first, second, pinned } = chatPattern.exec(line)?.groups ?? {};
    if (first !== undefined && second !== undefined) {
      chats.push({ users: [first, second], isPinned: pinned !== undefined, messages: [] });
      continue;
    }
    const chat = chats.at(-1);
    const message = chat && parseMessage(line, chat);
    if (!message) throw new Error(`This line is not a message: ${line}`);
    chat.messages.push(message);
  }
  return chats;
}

function parseMessage(fullLine: string, { users }: Chat): Chat['messages'][number] | null {
  const { line, ...files } = parseFiles(fullLine);
  const { groups = {} } = messagePattern.exec(line) ?? {};
  const { sender, text, shares = null, replyTo, edited, reaction = null } = groups;
  if (sender === undefined || text === undefined) return null;
  const isUnread = sender === 'unread';
  return {
    sender: isUnread ? users[1] : sender,
    text: files.recording === null ? text : '',
    isUnread,
    shares,
    isEdited: edited !== undefined,
    replyTo: replyTo === undefined ? null : Number(replyTo),
    reaction,
    ...files,
  };
}

function parseFiles(fullLine: string) {
  const recording = recordingPattern.exec(fullLine)?.groups?.['recording'] ?? null;
  const line = fullLine.replace(recordingPattern, '');
  const images = [...line.matchAll(imagePattern)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    altText: groups?.['altText'] ?? '',
  }));
  return { line: line.replaceAll(imagePattern, ''), images, recording };
}
