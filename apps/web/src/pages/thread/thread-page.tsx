import { threadTitle } from '@skein/contracts/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { threadQuery } from '../../features/threads/page/thread.queries.ts';
import { t } from '../../i18n/index.ts';
import { ThreadView } from './thread-view.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** A thread with its reply parent and its replies. */
export function ThreadPage() {
  const { threadId = '' } = useParams();
  return (
    <Page
      title={t('threadPage.title')}
      tabTitle={useTabTitle(threadId)}
      leading={<BackButton />}
      aside={<SidePanels />}
    >
      <ThreadView key={threadId} threadId={threadId} />
    </Page>
  );
}

/** Undefined while the author is unknown. */
function useTabTitle(threadId: string): string | undefined {
  const { data: thread } = useQuery(threadQuery(useQueryClient(), threadId));
  if (!thread?.userName || !thread.userUsername) return undefined;
  const { userName: name, userUsername: username, content, contentWarning } = thread;
  return threadTitle({ name, username }, contentWarning ?? content);
}
