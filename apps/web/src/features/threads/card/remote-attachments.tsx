import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';

/** Links to files that only the other server has. No user's browser loads them without a click. */
export function RemoteAttachments({ thread: { remote } }: { thread: Pick<Thread, 'remote'> }) {
  if (remote === null || remote.attachments.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-sm">
      {remote.attachments.map(({ id, url, altText }) => (
        <li key={id} className="wrap-anywhere">
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-mark underline decoration-mark/40 underline-offset-2 hover:decoration-current"
          >
            {altText ?? t('thread.remoteFile', { host: new URL(url).host })}
          </a>
        </li>
      ))}
    </ul>
  );
}
