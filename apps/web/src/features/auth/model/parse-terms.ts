/** A block of a text in simple Markdown. */
export type TermsBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'paragraph'; text: string };

/** A span of text in a block. */
export type TermsSpan =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'link'; text: string; href: string };

/** Splits a text into headings, lists and paragraphs. All other syntax stays text. */
export function parseTerms(text: string): TermsBlock[] {
  const blocks: TermsBlock[] = [];
  let isAfterBlank = true;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line !== '') addLine(blocks, line, isAfterBlank);
    isAfterBlank = line === '';
  }
  return blocks;
}

function addLine(blocks: TermsBlock[], line: string, isAfterBlank: boolean): void {
  const last = blocks.at(-1);
  const started = readHeading(line) ?? readItem(line);
  if (started?.kind === 'list' && last?.kind === 'list' && last.isOrdered === started.isOrdered) {
    last.items.push(...started.items);
  } else if (started !== null) {
    blocks.push(started);
  } else if (isAfterBlank || last === undefined || last.kind === 'heading') {
    blocks.push({ kind: 'paragraph', text: line });
  } else {
    continueBlock(last, line);
  }
}

function readHeading(line: string): TermsBlock | null {
  const [, hashes, text] = /^(#{1,6})\s+(.+)$/.exec(line) ?? [];
  return text === undefined ? null : { kind: 'heading', level: hashes === '#' ? 2 : 3, text };
}

function readItem(line: string): TermsBlock | null {
  const [, mark, text] = /^([-*]|\d{1,4}[.)])\s+(.+)$/.exec(line) ?? [];
  if (mark === undefined || text === undefined) return null;
  return { kind: 'list', isOrdered: /^\d/.test(mark), items: [text] };
}

function continueBlock(block: Exclude<TermsBlock, { kind: 'heading' }>, line: string): void {
  if (block.kind === 'paragraph') block.text += ` ${line}`;
  else block.items.push(`${block.items.pop() ?? ''} ${line}`);
}

const spanPattern =
  /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/gi;

/** Finds bold text, links and bare URLs. Only http(s) and mailto URLs become links. */
export function parseTermsSpans(text: string): TermsSpan[] {
  const spans: TermsSpan[] = [];
  let end = 0;
  for (const { 0: whole, index, ...groups } of text.matchAll(spanPattern)) {
    if (index > end) spans.push({ kind: 'text', text: text.slice(end, index) });
    const { 1: bold, 2: label, 3: target, 4: url } = groups;
    if (bold !== undefined) spans.push({ kind: 'bold', text: bold });
    else if (label !== undefined && target !== undefined)
      spans.push({ kind: 'link', text: label, href: target });
    else if (url !== undefined) spans.push({ kind: 'link', text: url, href: url });
    end = index + whole.length;
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) });
  return spans;
}
