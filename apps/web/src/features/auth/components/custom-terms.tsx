import { parseTerms, parseTermsSpans } from '../model/parse-terms.ts';
import type { TermsBlock } from '../model/parse-terms.ts';

/** The operator's terms of use, in simple Markdown. */
export function CustomTerms({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-3 wrap-anywhere" dir="auto">
      {parseTerms(text).map((block, index) => (
        // The text does not change while it is shown.
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no other identity
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: TermsBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Spans text={block.text} />
      </p>
    );
  }
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading className="mt-3 text-lg font-semibold">
        <Spans text={block.text} />
      </Heading>
    );
  }
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List
      className={`flex flex-col gap-2 pl-5 marker:text-muted ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}
    >
      {block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no other identity
        <li key={index}>
          <Spans text={item} />
        </li>
      ))}
    </List>
  );
}

function Spans({ text }: { text: string }) {
  return parseTermsSpans(text).map((span, index) => {
    const key = `${index} ${span.kind}`;
    if (span.kind === 'text') return span.text;
    if (span.kind === 'bold') return <strong key={key}>{span.text}</strong>;
    return (
      <a
        key={key}
        href={span.href}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent underline"
      >
        {span.text}
      </a>
    );
  });
}
