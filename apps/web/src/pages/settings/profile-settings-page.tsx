import type { CurrentUser } from '@skein/contracts/users';
import { useOutletContext } from 'react-router-dom';
import { SettingsForm } from '../../features/settings/profile/settings-form.tsx';

/** The profile form. */
export function ProfileSettingsPage() {
  return <SettingsForm user={useOutletContext<CurrentUser>()} />;
}
