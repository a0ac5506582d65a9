import { audiences, selectableAudiences } from '@skein/contracts/constants';
import type { Audience, SelectableAudience } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { audienceIcons } from '../../threads/card/audience-icon.tsx';
import { InlineSelect } from './inline-select.tsx';

interface AudienceSelectProps {
  /** Null for the default. */
  value: SelectableAudience | null;
  /** The audience of the parent of a reply, which cannot be wider. */
  parentAudience: Audience;
  onChange: (audience: SelectableAudience) => void;
}

/** Selects who can see the thread. All threads of a private account are for its followers. */
export function AudienceSelect({ value, parentAudience, onChange }: AudienceSelectProps) {
  const user = getSessionUser();
  const widest = audiences.indexOf(parentAudience);
  if (user?.isPrivate === true || parentAudience === 'mentioned') return null;
  const options = selectableAudiences.filter((audience) => audiences.indexOf(audience) >= widest);
  const wanted = value ?? user?.defaultAudience ?? 'public';
  const shown = options.find((audience) => audience === wanted) ?? parentAudience;
  return (
    <InlineSelect
      icon={audienceIcons[shown]}
      label={t('composer.audience')}
      text={t(`thread.audience.${shown}`)}
      value={shown}
      onChange={onChange}
      options={options.map((audience) => ({
        value: audience,
        label: t(`thread.audience.${audience}`),
      }))}
    />
  );
}
