import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { parseText } from '@skein/contracts/text';
import type { TextSegment } from '@skein/contracts/text';
import type { Mention, Thread } from '@skein/contracts/threads';
import { t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { linkLabel } from '../model/link-label.ts';
import { isLongText } from '../model/long-text.ts';

/** What somebody wrote, with its links, #tags and @mentions; a long text is folded. */
export function ThreadText({ content, mentions }: Pick<Thread, 'content' | 'mentions'>) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const textId = useId();
  if (content === '') return null;
  const isLong = isLongText(content);
  return (
    <>
      <p
        id={textId}
        dir="auto"
        className={`mt-0.5 wrap-anywhere whitespace-pre-line ${isLong && !isUnfolded ? 'line-clamp-12' : ''}`}
      >
        <Segments content={content} mentions={mentions} />
      </p>
      {isLong && (
        <button
          type="button"
          className="mt-1 min-h-6 text-sm font-medium text-accent hover:underline"
          aria-expanded={isUnfolded}
          aria-controls={textId}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {t(isUnfolded ? 'thread.showLess' : 'thread.showMore')}
        </button>
      )}
    </>
  );
}

/** The text alone, with its marks. An @name that nobody bears leads nowhere. */
export function Segments({ content, mentions }: Pick<Thread, 'content' | 'mentions'>) {
  let position = 0;
  return parseText(content).map((segment) => {
    const key = position;
    position += segment.text.length;
    return <Segment key={key} segment={segment} mentions={mentions} />;
  });
}

function Segment({ segment, mentions }: { segment: TextSegment; mentions: Mention[] }) {
  const { type, text } = segment;
  switch (type) {
    case 'text':
      return text;
    case 'link':
      return (
        <a
          href={segment.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          title={segment.href}
          className="text-mark underline decoration-mark/40 underline-offset-2 hover:decoration-current"
        >
          {linkLabel(segment.href)}
        </a>
      );
    case 'hashtag':
      return <Mark to={paths.hashtag(segment.tag)}>{text}</Mark>;
    case 'mention': {
      const { username } = segment;
      const isKnown = mentions.some((mention) => mention.username.toLowerCase() === username);
      return isKnown ? <Mark to={paths.profile(username)}>{text}</Mark> : text;
    }
  }
}

function Mark({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-mark hover:underline">
      {children}
    </Link>
  );
}
