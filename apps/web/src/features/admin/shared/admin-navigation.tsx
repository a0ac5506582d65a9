import { useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { adminPath } from '../../../lib/admin-paths.ts';
import {
  adminGroupNames,
  adminGroups,
  isTabAvailable,
  tabPermissions,
} from '../../../lib/admin-tabs.ts';
import type { AdminTab } from '../../../lib/admin-tabs.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { userHasPermission } from '../../../lib/user-role.ts';
import { SelectField } from '../../../ui/select-field.tsx';

/** The pages that the viewer may open: a list beside the content, or a select on narrow screens. */
export function AdminNavigation({ current }: { current: AdminTab }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const groups = adminGroupNames
    .map((group) => ({
      group,
      tabs: adminGroups[group].filter(
        (tab) => userHasPermission(user, tabPermissions[tab]) && isTabAvailable(tab),
      ),
    }))
    .filter(({ tabs }) => tabs.length > 0);
  return (
    <>
      <nav
        aria-label={t('admin.tabs')}
        className="sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] w-54 shrink-0 flex-col gap-4 self-start overflow-y-auto p-3 lg:flex"
      >
        {groups.map((each) => (
          <LinkGroup key={each.group} {...each} current={current} />
        ))}
      </nav>
      <div className="border-b border-line p-3 lg:hidden">
        <SelectField
          label={t('admin.section')}
          value={adminPath(current)}
          onChange={({ target }) => void navigate(target.value)}
        >
          {groups.map(({ group, tabs }) => (
            <optgroup key={group} label={t(`admin.group.${group}`)}>
              {tabs.map((tab) => (
                <option key={tab} value={adminPath(tab)}>
                  {t(`admin.tab.${tab}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </div>
    </>
  );
}

interface LinkGroupProps {
  group: (typeof adminGroupNames)[number];
  tabs: readonly AdminTab[];
  current: AdminTab;
}

function LinkGroup({ group, tabs, current }: LinkGroupProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="px-3 pb-1 text-sm text-muted">
        {t(`admin.group.${group}`)}
      </h2>
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={adminPath(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-md px-3 py-1 pointer-coarse:min-h-11 hover:bg-hover focus-visible:-outline-offset-2',
                tab === current && 'bg-hover font-semibold text-accent',
              )}
            >
              {t(`admin.tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
