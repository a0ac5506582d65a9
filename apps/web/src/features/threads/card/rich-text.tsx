import type { ReactNode } from 'react';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import type { RichTextNode, RichTextTag } from '@skein/contracts/threads';

interface RichTextProps {
  nodes: readonly (string | RichTextNode)[];
  /** Renders text without formatting, with its hashtags and mentions. */
  renderText: (text: string) => ReactNode;
  authorUsername: string | null;
}

/** The text of a thread of another server with its formatting. */
export function RichText({ nodes, renderText, authorUsername }: RichTextProps) {
  let position = 0;
  return nodes.map((node) => {
    position += 1;
    return <RichTextPart key={position} {...{ node, renderText, authorUsername }} />;
  });
}

interface RichTextPartProps extends Omit<RichTextProps, 'nodes'> {
  node: string | RichTextNode;
}

function RichTextPart({ node, renderText, authorUsername }: RichTextPartProps) {
  if (typeof node === 'string') return renderText(node);
  // A link contains no other link, and code contains no hashtag.
  const isPlain = node.tag === 'a' || node.tag === 'code' || node.tag === 'pre';
  const children = (
    <RichText
      nodes={node.children}
      renderText={isPlain ? (text) => renderPlainText(text, authorUsername) : renderText}
      authorUsername={authorUsername}
    />
  );
  if (node.tag !== 'a') {
    const { tag: Tag } = node;
    return <Tag className={looks[Tag]}>{children}</Tag>;
  }
  // An address such as `javascript:` would run a script, so a link without a web address is text.
  if (node.href === null || !/^https?:\/\//.test(node.href)) return children;
  return (
    <a
      href={node.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={node.href}
      className="text-mark underline decoration-mark/40 underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  );
}

const looks: Partial<Record<RichTextTag, string>> = {
  p: 'not-first:mt-2',
  blockquote: 'my-2 border-s-2 border-line ps-3',
  pre: 'my-2 overflow-x-auto font-mono text-sm',
  ul: 'my-2 list-disc ps-5',
  ol: 'my-2 list-decimal ps-5',
  code: 'font-mono text-sm',
};

const renderPlainText = (text: string, authorUsername: string | null) => (
  <span>
    <EmojiText text={text} authorUsername={authorUsername} />
  </span>
);
