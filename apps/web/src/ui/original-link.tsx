import type { ReactNode } from 'react';

/** A link to the page of an account or thread on its own server. */
export function OriginalLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="inline-block text-accent underline"
    >
      {children}
    </a>
  );
}
