import { useQuery } from '@tanstack/react-query';
import type { AccountStatus } from '@skein/contracts/moderation';
import { accountStatusQuery } from '../../features/moderation/account-status/account-status.queries.ts';
import { AppealButton } from '../../features/moderation/account-status/appeal-button.tsx';
import { StrikeSummary } from '../../features/moderation/account-status/strike-summary.tsx';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The state of the viewer's account, and the actions of moderators on it. */
export function AccountStatusPage() {
  const { data, isError, refetch } = useQuery(accountStatusQuery);
  return (
    <Page title={t('strikes.title')}>
      {data !== undefined && <Status status={data} />}
      {data === undefined && isError && (
        <ListMessage text={t('strikes.error')}>
          <Button variant="secondary" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </ListMessage>
      )}
      {data === undefined && !isError && (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
    </Page>
  );
}

function Status({ status: { isLimited, isFrozen, strikes } }: { status: AccountStatus }) {
  return (
    <>
      <div className="border-b border-line p-4">
        {isLimited && <p>{t('strikes.limited')}</p>}
        {isFrozen && <p>{t('strikes.frozen')}</p>}
        {!isLimited && !isFrozen && <p>{t('strikes.active')}</p>}
      </div>
      {strikes.length === 0 ? (
        <ListMessage text={t('strikes.empty')} />
      ) : (
        <ul>
          {strikes.map((strike) => (
            <li key={strike.id} className="flex flex-col gap-2 border-b border-line p-4">
              <StrikeSummary strike={strike} />
              {strike.appealableUntil !== null && (
                <div>
                  <AppealButton strikeId={strike.id} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
