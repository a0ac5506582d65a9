import type { AccessBlock } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { locale, t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { accessBlocksQuery, useDeleteAccessBlock } from './access-blocks.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { BlockForm } from './block-form.tsx';

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Blocks email domains and IP addresses, and ends these blocks. */
export function AdminBlocks() {
  return (
    <>
      <BlockForm />
      <FocusRegion>
        <BlockList />
      </FocusRegion>
    </>
  );
}

function BlockList() {
  const { data, error, isPending, refetch } = useQuery(accessBlocksQuery);
  if (isPending) return <AdminListSkeleton />;
  if (data === undefined) return <AdminLoadError error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <ListMessage text={t('admin.blocks.empty')} />;
  return (
    <ul>
      {data.map((block) => (
        <li key={block.id} className="border-b border-line p-4">
          <Entry block={block} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ block }: { block: AccessBlock }) {
  const { id: blockId, kind, value, blocksAllAccess, reason, createdAt, expiresAt } = block;
  const deletion = useDeleteAccessBlock();
  const date = dateFormat.format(new Date(createdAt));
  return (
    <article aria-label={value} className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{value}</p>
        <p className="text-sm text-muted">
          {kind === 'email_domain'
            ? t('admin.blocks.kind.email_domain')
            : t(`admin.blocks.scope.${blocksAllAccess ? 'access' : 'registration'}`)}
          {' · '}
          {expiresAt === null
            ? t('admin.blocks.since', { date })
            : t('admin.blocks.until', { date, end: dateFormat.format(new Date(expiresAt)) })}
        </p>
        {reason !== '' && (
          <p className="mt-1 wrap-anywhere" dir="auto">
            {reason}
          </p>
        )}
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.blocks.deleteValue', { value })}
        isBusy={deletion.isPending}
        onClick={firstClick(() => deletion.mutate(blockId))}
      >
        {t('admin.blocks.delete')}
      </Button>
    </article>
  );
}
