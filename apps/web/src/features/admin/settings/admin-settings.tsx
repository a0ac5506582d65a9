import { Link } from 'react-router-dom';
import { settingsQuery } from '../shared/admin.queries.ts';
import { EditedQuery } from '../shared/edited-query.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { InstanceImages } from './instance-images.tsx';
import { PushHosts } from './push-hosts.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TestEmail } from './test-email.tsx';

/** The general settings of the instance. */
export function AdminSettings() {
  return (
    <EditedQuery options={settingsQuery}>
      {(saved, onReload) => (
        <>
          <SettingsForm saved={saved} onReload={onReload} />
          <div className="border-t border-line p-4">
            <InstanceImages />
            <div className="mt-6">
              <TestEmail />
            </div>
            <div className="mt-6">
              <PushHosts />
            </div>
            <Link to={paths.setup} className="finger mt-6 inline-block text-accent hover:underline">
              {t('admin.setup.reopen')}
            </Link>
          </div>
        </>
      )}
    </EditedQuery>
  );
}
