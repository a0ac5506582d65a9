import { useId, useState } from 'react';
import { parseText } from '@skein/contracts/text';
import type { TextSegment } from '@skein/contracts/text';
import { t } from '../../../lib/i18n/index.ts';
import { linkLabel } from '../model/link-label.ts';
import { isLongText } from '../model/long-text.ts';

/** What somebody wrote, with its links, #tags and @mentions; a long text is folded. */
export function ThreadText({ content }: { content: string }) {
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
        <Segments content={content} />
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

/** The text alone, with its marks. */
export function Segments({ content }: { content: string }) {
  let position = 0;
  return parseText(content).map((segment) => {
    const key = position;
    position += segment.text.length;
    return <Segment key={key} segment={segment} />;
  });
}

function Segment({ segment }: { segment: TextSegment }) {
  switch (segment.type) {
    case 'text':
      return segment.text;
    case 'link':
      return (
        <a
          href={segment.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          title={segment.href}
          className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
        >
          {linkLabel(segment.href)}
        </a>
      );
    case 'hashtag':
    case 'mention':
      return <span className="text-accent">{segment.text}</span>;
  }
}
