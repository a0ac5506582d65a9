import { isSafeLink } from '@skein/contracts/text';
import { lexer, walkTokens } from 'marked';
import type { MarkedToken, Token, Tokens, TokensList } from 'marked';
import { Fragment } from 'react';
import type { ReactNode } from 'react';

/**
 * Text in Markdown, as React elements. HTML is shown as text, and an image as its description.
 * Load it lazily, because the parser is large.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-3 wrap-anywhere" dir="auto">
      {renderText(text)}
    </div>
  );
}

function renderText(text: string): ReactNode {
  try {
    return renderTokens(withHeadingLevels(lexer(text)));
  } catch {
    // Nested too deeply.
    return <p className="whitespace-pre-line">{text}</p>;
  }
}

/** Below the title of the page, the levels start with 2, and none is left out. */
function withHeadingLevels(tokens: TokensList): TokensList {
  const headings: Tokens.Heading[] = [];
  void walkTokens(tokens, (token) => {
    if (token.type === 'heading') headings.push(token as Tokens.Heading);
  });
  const top = Math.min(...headings.map(({ depth }) => depth));
  let last = 1;
  for (const heading of headings) {
    last = Math.min(last + 1, heading.depth - top + 2, 6);
    heading.depth = last;
  }
  return tokens;
}

function renderTokens(tokens: readonly Token[] | undefined): ReactNode {
  // The text does not change while it is shown.
  // oxlint-disable-next-line react/no-array-index-key -- tokens have no other identity
  return tokens?.map((token, index) => <Fragment key={index}>{renderToken(token)}</Fragment>);
}

function renderToken(token: Token): ReactNode {
  // Other types exist only with extensions.
  const known = token as MarkedToken;
  return renderBlock(known) ?? renderInline(known);
}

/** Undefined for another token than a block. */
function renderBlock(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${token.depth}` as 'h2';
      const size = token.depth === 2 ? 'text-lg' : '';
      return (
        <Heading className={`mt-3 font-semibold first:mt-0 ${size}`}>
          {renderTokens(token.tokens)}
        </Heading>
      );
    }
    case 'paragraph':
      return <p>{renderTokens(token.tokens)}</p>;
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-3 border-l-2 border-line pl-3">
          {renderTokens(token.tokens)}
        </blockquote>
      );
    case 'list':
      return renderList(token);
    case 'code':
      return <pre className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">{token.text}</pre>;
    case 'hr':
      return <hr className="border-line" />;
    case 'table':
      return <p className="whitespace-pre-line">{token.raw}</p>;
    default:
      return undefined;
  }
}

function renderList(token: Tokens.List): ReactNode {
  const List = token.ordered ? 'ol' : 'ul';
  return (
    <List
      start={token.ordered && typeof token.start === 'number' ? token.start : undefined}
      className={`flex flex-col gap-2 pl-5 marker:text-muted ${token.ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {token.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no other identity
        <li key={index}>{renderTokens(item.tokens)}</li>
      ))}
    </List>
  );
}

function renderInline(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{renderTokens(token.tokens)}</strong>;
    case 'em':
      return <em>{renderTokens(token.tokens)}</em>;
    case 'del':
      return <del>{renderTokens(token.tokens)}</del>;
    case 'codespan':
      return <code className="rounded-sm bg-sunken px-1">{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return renderLink(token);
    case 'text':
      return token.tokens === undefined ? token.text : renderTokens(token.tokens);
    case 'escape':
    case 'image':
      return token.text;
    case 'html':
      return token.raw;
    default:
      return null;
  }
}

function renderLink({ href, tokens, raw }: Tokens.Link): ReactNode {
  if (!isSafeLink(href)) return raw;
  return (
    <a
      href={href}
      target="_blank"
      rel="nofollow noopener noreferrer"
      className="text-accent underline"
    >
      {renderTokens(tokens)}
    </a>
  );
}
