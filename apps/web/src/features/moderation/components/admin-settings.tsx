import { settingsQuery } from '../api/admin.queries.ts';
import { EditedQuery } from './edited-query.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The general settings of the instance. */
export function AdminSettings() {
  return (
    <EditedQuery options={settingsQuery}>
      {(saved, onReload) => <SettingsForm saved={saved} onReload={onReload} />}
    </EditedQuery>
  );
}
