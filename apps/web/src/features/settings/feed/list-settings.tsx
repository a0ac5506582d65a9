import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { listsQuery } from '../../lists/own-lists.queries.ts';
import { OwnLists } from '../../lists/own-lists.tsx';
import { SettingsList } from '../layout/settings-list.tsx';

/** The viewer's lists of users. */
export function ListSettings() {
  const query = useQuery(listsQuery);
  return (
    <SettingsList
      title={t('lists.title')}
      text={t('lists.text')}
      error={t('lists.error')}
      query={query}
    >
      <OwnLists />
    </SettingsList>
  );
}
