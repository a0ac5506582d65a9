import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SentFollowRequests } from '../../features/relationships/sent-follow-requests.tsx';
import { t } from '../../i18n/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** The viewer's pending follow requests, each with a button that withdraws it. */
export function SentRequestsPage() {
  return (
    <Page title={t('sentRequests.title')} leading={<BackButton />} aside={<SidePanels />}>
      <SentFollowRequests />
    </Page>
  );
}
