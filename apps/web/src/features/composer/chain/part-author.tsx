import { Avatar } from '../../../ui/avatar.tsx';
import { useSession } from '../../../lib/session/index.ts';

/** The picture of the author beside a part. A line connects it with that of the next part. */
export function PartAuthor({ hasNext }: { hasNext: boolean }) {
  const { user } = useSession();
  return (
    <div className="flex flex-col items-center">
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      {hasNext && <span aria-hidden className="mt-1 -mb-3 w-0.5 grow rounded-full bg-line" />}
    </div>
  );
}
