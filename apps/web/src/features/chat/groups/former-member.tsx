import UserX from 'lucide-react/icons/user-x';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../i18n/index.ts';

/** Replaces the messages of a group that the viewer has left. */
export function FormerMember() {
  return <Notice icon={UserX} title={t('groups.leftTitle')} text={t('groups.leftText')} />;
}
