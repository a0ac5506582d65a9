import { useParams } from 'react-router-dom';
import { BackButton } from '../../components/layout/back-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { enThreadPages } from '../../lib/i18n/en-thread-pages.ts';
import { addMessages, t } from '../../lib/i18n/index.ts';
import { ThreadView } from './thread-view.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';

addMessages(enThreadPages);

/** One thread with what it answers and what answers it (spec, section 2). */
export function ThreadPage() {
  const { threadId = '' } = useParams();
  return (
    <Page title={t('threadPage.title')} leading={<BackButton />} aside={<SidePanels />}>
      <ThreadView key={threadId} threadId={threadId} />
    </Page>
  );
}
