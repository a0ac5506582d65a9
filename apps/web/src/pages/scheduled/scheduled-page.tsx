import { Page } from '../../ui/layout/page.tsx';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { ScheduledThreads } from '../../features/threads/scheduled/scheduled-threads.tsx';
import { t } from '../../i18n/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** The viewer's threads that are published later. */
export function ScheduledPage() {
  return (
    <Page title={t('scheduled.title')} leading={<BackButton />} aside={<SidePanels />}>
      <ScheduledThreads />
    </Page>
  );
}
