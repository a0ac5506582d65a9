import type { Profile } from '@skein/contracts/users';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useMute } from './block-and-mute.mutation.ts';

const hourSeconds = 60 * 60;
const durations = [
  { label: 'userMenu.muteHour', seconds: hourSeconds },
  { label: 'userMenu.muteDay', seconds: 24 * hourSeconds },
  { label: 'userMenu.muteWeek', seconds: 7 * 24 * hourSeconds },
  { label: 'userMenu.muteForever', seconds: undefined },
] as const;

interface MuteDialogProps {
  user: Pick<Profile, 'id' | 'name'>;
  onClose: () => void;
  onMuted: () => void;
}

/** Chooses how long a user is muted. */
export function MuteDialog({ user, onClose, onMuted }: MuteDialogProps) {
  const formId = useId();
  const [seconds, setSeconds] = useState<number | undefined>(hourSeconds);
  const done = () => {
    onClose();
    onMuted();
  };
  const mute = useMute(user, done, seconds);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mute.mutate(true);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('userMenu.mute', { name: user.name })}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} isBusy={mute.isPending}>
            {t('userMenu.muteConfirm')}
          </Button>
        </div>
      }
    >
      <form id={formId} onSubmit={submit} className="p-4">
        <fieldset>
          <legend className="sr-only">{t('userMenu.muteDuration')}</legend>
          {durations.map((duration) => (
            <label
              key={duration.label}
              className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-hover"
            >
              <input
                type="radio"
                name="duration"
                checked={duration.seconds === seconds}
                onChange={() => setSeconds(duration.seconds)}
                className="size-5 shrink-0 accent-accent"
              />
              {t(duration.label)}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
