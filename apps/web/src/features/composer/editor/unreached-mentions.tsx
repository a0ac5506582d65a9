import { useQueries } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { useSession } from '../../../lib/session/index.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { profileQuery } from '../../users/profile.queries.ts';

const handlePattern = /(?<![\w@/])@([\w.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+)/gi;
/** More handles are not looked up. */
const handlesMax = 5;

/** Threads of a private account are sent only to its followers, also if they mention others. */
export function UnreachedMentions({ text }: { text: string }) {
  const { user } = useSession();
  if (user?.isPrivate !== true || !hasFederation() || !text.includes('@')) return null;
  return <Note text={text} />;
}

function Note({ text }: { text: string }) {
  const handles = listHandles(useDebounced(text, 500));
  const profiles = useQueries({
    queries: handles.map((handle) => ({ ...profileQuery(handle), retry: false })),
  });
  const names = handles.filter((_handle, index) => profiles[index]?.data?.isFollowedBy === false);
  return (
    <div role="status" className="mt-1 text-sm text-muted">
      {names.length > 0 &&
        t('composer.unreached', {
          count: names.length,
          handles: names.map((name) => `@${name}`).join(', '),
        })}
    </div>
  );
}

function listHandles(text: string): string[] {
  const handles = Array.from(text.matchAll(handlePattern), ([, handle = '']) =>
    handle.toLowerCase(),
  );
  return [...new Set(handles)].slice(0, handlesMax);
}
