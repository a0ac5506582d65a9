import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { parseText } from '@skein/contracts/text';
import type { TextSegment } from '@skein/contracts/text';
import { linkLabel } from '../../threads/card/link-label.ts';
import { paths } from '../../../lib/paths.ts';
import { getSessionUser } from '../../../lib/session/index.ts';

const linkClass = 'underline decoration-current/50 underline-offset-2 hover:decoration-current';

/** The text of a message with links, #tags and @mentions in the color of the bubble. */
export function MessageText({ content }: { content: string }) {
  return (
    <p
      dir="auto"
      className="overflow-clip wrap-anywhere whitespace-pre-wrap [overflow-clip-margin:0.5rem]"
    >
      {renderSegments(content)}
    </p>
  );
}

function renderSegments(content: string): ReactNode {
  let position = 0;
  return parseText(content).map((segment) => {
    const key = position;
    position += segment.text.length;
    return <Segment key={key} segment={segment} />;
  });
}

const isViewer = (username: string) =>
  username.toLowerCase() === getSessionUser()?.username.toLowerCase();

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
          className={linkClass}
        >
          {linkLabel(segment.href)}
        </a>
      );
    case 'hashtag':
      return (
        <Link to={paths.hashtag(segment.tag)} className={linkClass}>
          {segment.text}
        </Link>
      );
    case 'mention':
      return (
        <Link
          to={paths.profile(segment.username)}
          className={
            isViewer(segment.username)
              ? `${linkClass} rounded-sm bg-match px-0.5 font-semibold text-ink`
              : linkClass
          }
        >
          {segment.text}
        </Link>
      );
  }
}
