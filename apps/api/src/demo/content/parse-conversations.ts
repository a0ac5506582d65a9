export interface ScriptedThread {
  author: string;
  text: string;
  language: string;
  contentWarning: string | null;
  /** Whether the image is covered. */
  isSensitive: boolean;
  /** A reply that the author of the conversation has hidden. */
  isHidden: boolean;
  /** A quote of its parent instead of a reply to it. */
  isQuote: boolean;
  /** `name` is a file in `images/threads`, without its extension. */
  image: { name: string; altText: string } | null;
  pollOptions: string[];
  children: ScriptedThread[];
}

const linePattern =
  /^(?<indent> *)(?<author>[a-z]+) (?:\((?<language>[a-z]{2})\) )?(?<verb>\||quotes \|) (?<text>.+)$/;
const pollPattern = / \[poll: (?<options>.+)\]$/;
const imagePattern = / \[(?<name>[\da-z-]+): (?<altText>.+)\]$/;
const warningPattern = /^\[warning: (?<warning>[^\]]+)\] /;
const sensitivePattern = / \[sensitive\]$/;
const hiddenPattern = / \[hidden\]$/;
const indentWidth = 2;

/**
 * Parses conversations in plain text: `author | text` for a thread, indented by two more spaces for a
 * reply, `author quotes | text` for a quote, `author (de) | text` for another language than English. `[poll: a / b]` or `[file name: alternative text]` at the
 * end of a line adds a poll or an image, `[sensitive]` after it covers the image, and
 * `[hidden]` at the end hides a reply, and
 * `[warning: …]` at the start of a text is its content warning.
 * @throws Error with the invalid line
 */
export function parseConversations(script: string): ScriptedThread[] {
  const roots: ScriptedThread[] = [];
  const branch: ScriptedThread[] = [];
  for (const line of script.split('\n').filter((text) => text.trim() !== '')) {
    const { depth, thread } = parseLine(line);
    if (depth > branch.length) throw new Error(`This line has no parent: ${line}`);
    branch.length = depth;
    const siblings = branch.at(-1)?.children ?? roots;
    siblings.push(thread);
    branch.push(thread);
  }
  return roots;
}

function parseLine(line: string): { depth: number; thread: ScriptedThread } {
  const {
    indent,
    author,
    language = 'en',
    verb,
    text: marked,
  } = linePattern.exec(line)?.groups ?? {};
  if (indent === undefined || author === undefined || marked === undefined) {
    throw new Error(`This line is not a thread: ${line}`);
  }
  const { text, ...warnings } = parseWarnings(marked);
  const thread = {
    author,
    language,
    text: text.replace(pollPattern, '').replace(imagePattern, ''),
    ...warnings,
    isQuote: verb !== '|',
    image: parseImage(text),
    pollOptions: pollPattern.exec(text)?.groups?.['options']?.split(' / ') ?? [],
    children: [],
  };
  return { depth: indent.length / indentWidth, thread };
}

function parseWarnings(marked: string) {
  return {
    text: marked
      .replace(sensitivePattern, '')
      .replace(hiddenPattern, '')
      .replace(warningPattern, ''),
    contentWarning: warningPattern.exec(marked)?.groups?.['warning'] ?? null,
    isSensitive: sensitivePattern.test(marked),
    isHidden: hiddenPattern.test(marked),
  };
}

function parseImage(text: string): ScriptedThread['image'] {
  const { name, altText } = imagePattern.exec(text)?.groups ?? {};
  if (name === undefined || altText === undefined || pollPattern.test(text)) return null;
  return { name, altText };
}
