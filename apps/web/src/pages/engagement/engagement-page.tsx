import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { EngagedUsers } from '../../features/threads/engagement/engaged-users.tsx';
import { engagementKinds } from '../../features/threads/engagement/engagement-lists.ts';
import { Quotes } from '../../features/threads/engagement/quotes.tsx';
import { threadQuery } from '../../features/threads/page/thread.queries.ts';
import { ApiError } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** Who liked, reposted, quoted and reacted to a thread. */
export function EngagementPage() {
  const { threadId = '', kind: kindParam = '' } = useParams();
  const kind = engagementKinds.find((each) => each === kindParam);
  const { data: thread, error } = useQuery(threadQuery(useQueryClient(), threadId));
  if (kind === undefined) return <Navigate to={paths.thread(threadId)} replace />;
  const isMissing =
    thread?.isDeleted === true || (error instanceof ApiError && error.status === 404);
  return (
    <Page
      title={t('engagement.title')}
      tabTitle={t(`engagement.tab.${kind}`)}
      leading={<BackButton to={paths.thread(threadId)} />}
      aside={<SidePanels />}
    >
      <LinkTabs
        label={t('engagement.title')}
        replace
        tabs={engagementKinds.map((each) => ({
          to: paths.engagement(threadId, each),
          label: t(`engagement.tab.${each}`),
          isCurrent: each === kind,
        }))}
      />
      {isMissing ? (
        <ListMessage text={t('threadPage.notFound')} />
      ) : kind === 'quotes' ? (
        <Quotes threadId={threadId} />
      ) : (
        <EngagedUsers key={kind} threadId={threadId} kind={kind} />
      )}
    </Page>
  );
}
