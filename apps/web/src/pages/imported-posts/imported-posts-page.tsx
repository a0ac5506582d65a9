import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ImportedPosts } from '../../features/settings/imported-posts/imported-posts.tsx';
import { t } from '../../i18n/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** The viewer's posts from archives of other services, each of which can become a draft. */
export function ImportedPostsPage() {
  return (
    <Page title={t('importedPosts.title')} leading={<BackButton />} aside={<SidePanels />}>
      <ImportedPosts />
    </Page>
  );
}
