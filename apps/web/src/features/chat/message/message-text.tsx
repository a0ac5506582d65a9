import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { parseText } from '@skein/contracts/text';
import type { TextSegment } from '@skein/contracts/text';
import { linkLabel } from '../../threads/card/link-label.ts';
import { paths } from '../../../lib/paths.ts';

const markClass = 'underline decoration-current/50 underline-offset-2 hover:decoration-current';

/** What a message says, with its links, #tags and @mentions, in the colour of its bubble. */
export function MessageText({ content }: { content: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {drawSegments(content)}
    </p>
  );
}

function drawSegments(content: string): ReactNode {
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
          className={markClass}
        >
          {linkLabel(segment.href)}
        </a>
      );
    case 'hashtag':
      return (
        <Link to={paths.hashtag(segment.tag)} className={markClass}>
          {segment.text}
        </Link>
      );
    case 'mention':
      return (
        <Link to={paths.profile(segment.username)} className={markClass}>
          {segment.text}
        </Link>
      );
  }
}
