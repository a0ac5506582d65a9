import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { parseText } from '@skein/contracts/text';
import type { TextSegment } from '@skein/contracts/text';
import type { RichTextNode, Thread, ThreadMention } from '@skein/contracts/threads';
import { classNames } from '../../../lib/class-names.ts';
import { isEmojiOnly } from '../../../lib/emoji-only.ts';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { linkLabel } from './link-label.ts';
import { isLongText } from './long-text.ts';
import { RichText } from './rich-text.tsx';

/** Renders a part of a text; `start` is its offset in the full text, in UTF-16 units. */
export type Highlight = (text: string, start: number) => ReactNode;

/** The server finds the `mentions` of threads. If they are missing, every mention is a link. */
interface TextSegmentsProps {
  content: string;
  mentions?: ThreadMention[];
  highlight?: Highlight | undefined;
  /** The username of the author, whose server has the custom emoji. */
  authorUsername?: string | null;
}

interface ThreadTextProps extends Pick<
  Thread,
  'content' | 'mentions' | 'language' | 'userUsername'
> {
  highlight?: Highlight | undefined;
  /** The formatting of a text of another server, if it has any. */
  richText?: readonly RichTextNode[] | null | undefined;
}

/** The text of a thread with its links, hashtags and mentions. A long text is collapsed. */
export function ThreadText({
  content,
  mentions,
  language,
  highlight,
  richText = null,
  userUsername: authorUsername,
}: ThreadTextProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const textId = useId();
  if (content === '') return null;
  const isLong = isLongText(content);
  const Tag = richText === null ? 'p' : 'div';
  return (
    <>
      <Tag
        id={textId}
        dir="auto"
        lang={language ?? undefined}
        className={classNames(
          'mt-1 wrap-anywhere whitespace-pre-line',
          // Stacked combining marks must not cover other threads.
          isLong && !isExpanded ? 'line-clamp-12' : 'overflow-clip [overflow-clip-margin:0.5rem]',
          isEmojiOnly(content) && 'text-2xl',
        )}
      >
        {richText === null ? (
          <TextSegments {...{ content, mentions, highlight, authorUsername }} />
        ) : (
          <RichText
            nodes={richText}
            renderText={(text) => <TextSegments content={text} {...{ mentions, authorUsername }} />}
            authorUsername={authorUsername}
          />
        )}
      </Tag>
      {isLong && (
        <button
          type="button"
          className="mt-1 min-h-6 pointer-coarse:min-h-10 text-sm font-medium text-accent hover:underline"
          aria-expanded={isExpanded}
          aria-controls={textId}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {t(isExpanded ? 'thread.showLess' : 'thread.showMore')}
        </button>
      )}
    </>
  );
}

/** The text segments. A mention of an unknown username is not linked. */
export function TextSegments({
  content,
  mentions,
  highlight,
  authorUsername = null,
}: TextSegmentsProps) {
  let position = 0;
  return parseText(content).map((segment) => {
    const key = position;
    position += segment.text.length;
    return (
      <Segment key={key} segment={segment} mentions={mentions}>
        {segment.type === 'link'
          ? linkLabel(segment.href)
          : (highlight?.(segment.text, key) ?? (
              <EmojiText text={segment.text} authorUsername={authorUsername} />
            ))}
      </Segment>
    );
  });
}

interface SegmentProps {
  segment: TextSegment;
  mentions: ThreadMention[] | undefined;
  children: ReactNode;
}

/** Each part is an element: text between elements cannot change after the browser translated it. */
function Segment({ segment, mentions, children }: SegmentProps) {
  switch (segment.type) {
    case 'text':
      return <span>{children}</span>;
    case 'link':
      return (
        <a
          href={segment.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          title={segment.href}
          className="text-mark underline decoration-mark/40 underline-offset-2 hover:decoration-current"
        >
          {children}
        </a>
      );
    case 'hashtag':
      return <InlineLink to={paths.hashtag(segment.tag)}>{children}</InlineLink>;
    case 'mention': {
      const { username } = segment;
      const isKnown =
        mentions?.some(
          (mention) => mention.username === username || mention.formerUsernames.includes(username),
        ) ?? true;
      return isKnown ? (
        <InlineLink to={paths.profile(username)}>{children}</InlineLink>
      ) : (
        <span>{children}</span>
      );
    }
  }
}

function InlineLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-mark hover:underline">
      {children}
    </Link>
  );
}
