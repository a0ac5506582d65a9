import { strikeTextMaxLength } from '@skein/contracts/administration';
import type { AdminStrike } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { RadioGroup } from '../../settings/layout/radio-group.tsx';
import { appealsQuery } from '../users/strikes.queries.ts';
import type { AppealStatus } from '../users/strikes.queries.ts';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { AdminList } from '../shared/admin-list.tsx';
import { ReasonButton } from '../shared/reason-button.tsx';
import { StrikeModerator } from '../users/strikes-button.tsx';
import { StrikeSummary } from '../../moderation/account-status/strike-summary.tsx';
import { Handle } from '../../../ui/handle.tsx';

/** The strikes against which users have appealed, each with its decision. */
export function AppealList() {
  const [status, setStatus] = useState<AppealStatus>('open');
  const query = useInfiniteQuery(appealsQuery(status));
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <RadioGroup
          label={t('admin.appealsStatus')}
          value={status}
          options={(['open', 'decided'] as const).map((value) => ({
            value,
            label: t(`admin.${value}`),
          }))}
          onChange={setStatus}
        />
      </div>
      <AdminList
        query={query}
        empty={t(`admin.noAppeals.${status}`)}
        renderItem={(strike) => <AppealRow strike={strike} />}
      />
    </>
  );
}

function AppealRow({ strike }: { strike: AdminStrike }) {
  const { id: strikeId, user, appeal } = strike;
  const decision = useAdminAction();
  return (
    <article className="flex flex-col gap-2" aria-label={user.name}>
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">{user.name}</span>
        <span className="text-muted">
          <Handle username={user.username} />
        </span>
      </p>
      <StrikeSummary strike={strike} />
      <StrikeModerator strike={strike} />
      {appeal?.status === 'open' && (
        <div className="flex flex-wrap gap-2">
          {([false, true] as const).map((isLifted) => (
            <ReasonButton
              key={String(isLifted)}
              label={t(isLifted ? 'admin.liftAppealed' : 'admin.uphold')}
              title={t(isLifted ? 'admin.liftAppealedNamed' : 'admin.upholdNamed', {
                name: user.name,
              })}
              text={t('admin.decisionText')}
              message={{ label: t('admin.decisionMessage'), maxLength: strikeTextMaxLength }}
              isDangerous={false}
              isBusy={decision.isPending}
              onConfirm={(text) =>
                decision.mutate({ kind: 'decideAppeal', strikeId, isLifted, text })
              }
            />
          ))}
        </div>
      )}
    </article>
  );
}
