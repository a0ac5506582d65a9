import { moderationNotificationTypes, notificationTypes } from '@skein/contracts/constants';
import type { NotificationType } from '@skein/contracts/notifications';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import {
  emailDigestQuery,
  preferencesQuery,
  useSetEmailDigest,
  useSetPreference,
} from '../../notifications/preferences.queries.ts';
import { hasFederation, hasPush } from '../../../lib/instance.ts';
import { pushStateQuery, useTogglePush } from '../../notifications/push.queries.ts';
import { NotificationFilters } from './notification-filters.tsx';
import { Setting } from '../layout/setting.tsx';
import { SettingsRow } from '../layout/settings-row.tsx';

/** All but the actions of moderators, which their users have to see. */
type SettingType = Exclude<NotificationType, (typeof moderationNotificationTypes)[number]>;
const isSetting = (type: NotificationType): type is SettingType =>
  !moderationNotificationTypes.some((each) => each === type);

/** The position of each setting on the screen. A type without a position does not compile. */
const positions: Record<SettingType, number> = {
  mention: 1,
  reply: 2,
  quote: 3,
  like: 4,
  reaction: 5,
  repost: 6,
  follow: 7,
  follow_request: 8,
  follow_approved: 9,
  poll_ended: 10,
  new_thread: 11,
  moved: 12,
};

/** Accounts move only between servers that are connected. */
const listTypes = () =>
  notificationTypes
    .filter(isSetting)
    .filter((type) => type !== 'moved' || hasFederation())
    .toSorted((a, b) => positions[a] - positions[b]);

/** The push setting and one setting per notification type. */
export function NotificationSettings() {
  return (
    <>
      {hasPush() && (
        <Setting id="push">
          <PushSetting />
        </Setting>
      )}
      <Setting id="email-digest">
        <EmailDigestSetting />
      </Setting>
      <Setting id="notification-types">
        <Preferences />
      </Setting>
      <Setting id="notification-filters">
        <NotificationFilters />
      </Setting>
    </>
  );
}

/** Turns push notifications in this browser on or off. */
export function PushSetting() {
  const { data: state = 'unsupported' } = useQuery(pushStateQuery);
  const { mutate, isPending } = useTogglePush();
  const isOn = state === 'on';
  return (
    <SettingsRow title={t('push.title')} text={t(`push.${state}`)}>
      {(isOn || state === 'off') && (
        <Button
          size="sm"
          variant={isOn ? 'secondary' : 'primary'}
          isBusy={isPending}
          onClick={firstClick(() => mutate(!isOn))}
        >
          {t(isOn ? 'push.turnOff' : 'push.turnOn')}
        </Button>
      )}
    </SettingsRow>
  );
}

function EmailDigestSetting() {
  const { data: digest } = useQuery(emailDigestQuery);
  const { mutate } = useSetEmailDigest();
  return (
    <Switch
      label={t('preferences.digest')}
      hint={t(digest?.isAvailable === false ? 'preferences.noDigest' : 'preferences.digestHint')}
      checked={digest?.isEnabled ?? false}
      disabled={digest?.isAvailable !== true}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}

function Preferences() {
  const { isError, refetch } = useQuery(preferencesQuery);
  return (
    <FocusRegion>
      <h2 className="font-medium">{t('preferences.title')}</h2>
      <p className="mt-0.5 text-sm text-muted">{t('preferences.text')}</p>
      {isError ? (
        <div className="flex flex-wrap items-center gap-3 py-3 text-muted">
          <p>{t('preferences.error')}</p>
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : (
        // Rendered before the preferences load, so that nothing below moves.
        <ul className="mt-2 grid gap-x-10 sm:grid-cols-2">
          {listTypes().map((type) => (
            <li key={type} className="py-2.5">
              <Preference type={type} />
            </li>
          ))}
        </ul>
      )}
    </FocusRegion>
  );
}

function Preference({ type }: { type: SettingType }) {
  const { data: preferences } = useQuery(preferencesQuery);
  const { mutate } = useSetPreference(type);
  return (
    <Switch
      label={t(`preferences.${type}`)}
      checked={preferences?.[type] ?? true}
      disabled={!preferences}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}
