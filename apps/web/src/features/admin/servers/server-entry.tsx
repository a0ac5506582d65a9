import type { AdminServer } from '@skein/contracts/moderation';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { dateLocale, locale, t } from '../../../i18n/index.ts';
import { classNames } from '../../../lib/class-names.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useUndoDecision } from './servers.mutation.ts';

const numberFormat = new Intl.NumberFormat(locale);
const dateFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' });

const ServerDialog = lazy(async () => ({
  default: (await import('./server-dialog.tsx')).ServerDialog,
}));

/** The columns of a server on wide screens: name and policy, users, threads, waiting, last success, actions. */
export const serverColumns =
  'lg:grid-cols-[minmax(0,1fr)_3.5rem_3.75rem_3.75rem_5.5rem_9rem] lg:items-center';

/** A server and the decision about it. A row of a table on wide screens. */
export function ServerEntry({ server }: { server: AdminServer }) {
  const { domain, software, reason, note, lastSuccessAt } = server;
  return (
    <article aria-label={domain} className={classNames('lg:grid lg:gap-x-3', serverColumns)}>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{domain}</p>
        <p className="text-sm wrap-anywhere text-muted empty:hidden">{software}</p>
        <Policy server={server} />
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums lg:contents">
        <Stat label={t('admin.servers.users')}>{numberFormat.format(server.usersCount)}</Stat>
        <Stat label={t('admin.servers.threads')}>{numberFormat.format(server.threadsCount)}</Stat>
        <Stat label={t('admin.servers.waiting')}>
          {numberFormat.format(server.deliveriesCount)}
        </Stat>
        <Stat label={t('admin.servers.lastSuccess')}>
          {lastSuccessAt === null ? (
            t('admin.servers.never')
          ) : (
            <RelativeTime time={lastSuccessAt} />
          )}
        </Stat>
      </dl>
      <div className="mt-2 text-sm empty:hidden lg:order-last lg:col-span-full lg:mt-1">
        {reason !== '' && (
          <p className="wrap-anywhere" dir="auto">
            {reason}
          </p>
        )}
        {note !== '' && (
          <p className="wrap-anywhere whitespace-pre-line text-muted" dir="auto">
            {note}
          </p>
        )}
      </div>
      <Actions server={server} />
    </article>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-1 lg:block lg:text-end lg:text-sm lg:text-muted">
      <dt className="lg:sr-only">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Policy({ server }: { server: AdminServer }) {
  const { policy, effectivePolicy, inheritedFrom, deletesAt, pausedUntil } = server;
  const isNotListed = policy === null && inheritedFrom === null && effectivePolicy === 'suspended';
  return (
    <div className="text-sm">
      <p className={effectivePolicy === 'suspended' ? 'text-danger' : undefined}>
        <span className="sr-only">{t('admin.servers.policy')}: </span>
        {isNotListed ? t('admin.servers.notListed') : t(`admin.servers.policy.${effectivePolicy}`)}
      </p>
      <p className="text-muted empty:hidden">
        {inheritedFrom !== null && t('admin.servers.inherited', { domain: inheritedFrom })}
        {deletesAt !== null &&
          t('admin.servers.deletes', { date: dateFormat.format(new Date(deletesAt)) })}
      </p>
      {pausedUntil !== null && <p className="text-muted">{t('admin.servers.failing')}</p>}
    </div>
  );
}

function Actions({ server }: { server: AdminServer }) {
  const { domain, policy } = server;
  const [isOpen, setIsOpen] = useState(false);
  const undo = useUndoDecision(domain);
  return (
    <div className="mt-2 flex flex-wrap gap-2 lg:mt-0 lg:justify-end">
      {policy !== null && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('admin.servers.undoFor', { domain })}
          isBusy={undo.isPending}
          onClick={firstClick(() => undo.mutate())}
        >
          {t('admin.servers.undo')}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.servers.changeFor', { domain })}
        onClick={() => setIsOpen(true)}
      >
        {t('admin.servers.change')}
      </Button>
      {isOpen && (
        <Suspense>
          <ServerDialog server={server} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
