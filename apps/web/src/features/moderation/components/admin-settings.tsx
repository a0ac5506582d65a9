import { settingsQuery } from '../api/admin.queries.ts';
import { EditedQuery } from './edited-query.tsx';
import { InstanceImages } from './instance-images.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The general settings of the instance. */
export function AdminSettings() {
  return (
    <>
      <EditedQuery options={settingsQuery}>
        {(saved, onReload) => <SettingsForm saved={saved} onReload={onReload} />}
      </EditedQuery>
      <div className="border-t border-line p-4">
        <InstanceImages />
      </div>
    </>
  );
}
