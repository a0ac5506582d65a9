import { accountAliasesMax } from '@skein/contracts/limits';
import type { AccountMove } from '@skein/contracts/users';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useState } from 'react';
import type { SubmitEvent } from 'react';
import { dateLocale, t } from '../../../i18n/index.ts';
import { preloader } from '../../../lib/preloader.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Setting } from '../layout/setting.tsx';
import { SettingsList } from '../layout/settings-list.tsx';
import { SettingsRow } from '../layout/settings-row.tsx';
import { useCancelMove, useChangeAliases } from './moving.mutation.ts';
import { accountMoveQuery } from './moving.queries.ts';

const dateFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long' });

const loadMoveDialog = async () => ({
  default: (await import('./move-dialog.tsx')).MoveDialog,
});
const MoveDialog = lazy(loadMoveDialog);

/** Moves from and to accounts of other servers. */
export function MovingSettings({ followersCount }: { followersCount: number }) {
  const query = useQuery(accountMoveQuery);
  const { data } = query;
  return (
    <>
      <Setting id="aliases">
        <SettingsList
          title={t('moving.aliases')}
          text={t('moving.aliasesText')}
          error={t('moving.notLoaded')}
          query={query}
        >
          {data && <Aliases aliases={data.aliases} />}
        </SettingsList>
      </Setting>
      <Setting id="moving">
        {data && <MoveRow move={data} followersCount={followersCount} />}
      </Setting>
    </>
  );
}

function Aliases({ aliases }: Pick<AccountMove, 'aliases'>) {
  const { mutate, isPending } = useChangeAliases();
  const [text, setText] = useState('');
  const handle = text.trim();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (handle !== '') mutate({ add: handle }, { onSuccess: () => setText('') });
  };
  return (
    <>
      {aliases.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t('moving.aliases')}>
          {aliases.map(({ uri, username }) => {
            const name = username === null ? uri : `@${username}`;
            return (
              <li
                key={uri}
                className="flex items-center gap-1 rounded-full border border-line py-0.5 pr-1 pl-3"
              >
                <span dir="auto" className="wrap-anywhere">
                  {name}
                </span>
                <IconButton
                  icon={X}
                  size="sm"
                  label={t('moving.removeAlias', { handle: name })}
                  onClick={() => mutate({ remove: uri })}
                />
              </li>
            );
          })}
        </ul>
      )}
      {aliases.length < accountAliasesMax && (
        <form className="mt-2 flex items-end gap-2" onSubmit={onSubmit}>
          <TextField
            label={t('moving.otherHandle')}
            value={text}
            placeholder={t('moving.handleExample')}
            autoComplete="off"
            autoCapitalize="none"
            className="min-w-0 flex-1"
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" variant="secondary" disabled={handle === ''} isBusy={isPending}>
            {t('moving.addAlias')}
          </Button>
        </form>
      )}
    </>
  );
}

function MoveRow({ move, followersCount }: { move: AccountMove; followersCount: number }) {
  const { mutate: cancel, isPending } = useCancelMove();
  const [isOpen, setIsOpen] = useState(false);
  const { handle, movedTo, canMoveFrom } = move;
  if (movedTo !== null) {
    return (
      <SettingsRow
        title={t('moving.title')}
        text={t('moving.moved', { handle: `@${movedTo.username}` })}
      >
        <Button variant="secondary" isBusy={isPending} onClick={() => cancel()}>
          {t('moving.cancel')}
        </Button>
      </SettingsRow>
    );
  }
  const text =
    canMoveFrom === null
      ? t('moving.text', { handle: `@${handle}` })
      : t('moving.wait', { date: dateFormat.format(new Date(canMoveFrom)) });
  return (
    <SettingsRow title={t('moving.title')} text={text}>
      {canMoveFrom === null && (
        <Button
          variant="dangerOutline"
          onPointerEnter={preloader(loadMoveDialog)}
          onClick={() => setIsOpen(true)}
        >
          {t('moving.start')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <MoveDialog followersCount={followersCount} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </SettingsRow>
  );
}
