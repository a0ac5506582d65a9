import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import * as routes from '@skein/contracts/routes';
import { listLimitMax } from '@skein/contracts/limits';
import type { User } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../i18n/index.ts';
import { connectionsQuery } from '../../relationships/connections.queries.ts';
import { userKeys } from '../../users/user-cache.ts';
import { ChatRowsSkeleton } from '../list/chat-rows-skeleton.tsx';

const searchDebounceMs = 200;

interface MemberPickerProps {
  viewerId: string;
  chosen: readonly User[];
  /** Members already. */
  excludedIds: ReadonlySet<string>;
  max: number;
  onChange: (chosen: User[]) => void;
}

/** Chooses users: the viewer's followers or, with a search, anyone. */
export function MemberPicker(props: MemberPickerProps) {
  const { viewerId, chosen, excludedIds, max, onChange } = props;
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), searchDebounceMs);
  const input = useRef<HTMLInputElement>(null);
  const followers = useInfiniteQuery(connectionsQuery(viewerId, 'followers', ''));
  const found = useQuery({
    queryKey: [...userKeys.all, 'search', search],
    queryFn: ({ signal }) =>
      request(routes.searchUsers, { query: { q: search, limit: listLimitMax }, signal }),
    enabled: search !== '',
  });
  const query = search === '' ? followers : found;
  const users = query.data?.filter(({ id }) => id !== viewerId && !excludedIds.has(id));
  const toggle = (user: User) => {
    const others = chosen.filter(({ id }) => id !== user.id);
    onChange(others.length === chosen.length ? [...chosen, user] : others);
  };
  return (
    <div className="flex flex-col">
      <div className="flex flex-col gap-2 px-4 pb-2">
        <TextField
          ref={input}
          type="search"
          label={t('groups.addPeople')}
          placeholder={t('groups.searchPeople')}
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Chosen
          users={chosen}
          onRemove={(user) => {
            toggle(user);
            // The pressed button disappears.
            input.current?.focus();
          }}
        />
        <p role="status" className="text-sm text-muted">
          {t('groups.chosenCount', { count: chosen.length })}
        </p>
      </div>
      {users === undefined && query.isError && (
        <LoadError text={t('groups.peopleError')} onRetry={() => void query.refetch()} />
      )}
      {users === undefined && !query.isError && <ChatRowsSkeleton text={t('chat.searching')} />}
      {users?.length === 0 && (
        <ListMessage
          text={search === '' ? t('groups.noFollowers') : t('groups.nobody', { query: search })}
        />
      )}
      <ul className="pb-2">
        {users?.map((user) => {
          const isChosen = chosen.some(({ id }) => id === user.id);
          return (
            <li key={user.id}>
              <UserChoice
                user={user}
                isChosen={isChosen}
                isDisabled={!isChosen && chosen.length >= max}
                onToggle={() => toggle(user)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface UserChoiceProps {
  user: User;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}

function UserChoice({ user, isChosen, isDisabled, onToggle }: UserChoiceProps) {
  const { name, username, picture } = user;
  return (
    <label className="flex cursor-pointer items-center gap-3 px-4 py-2 transition-colors hover:bg-hover has-disabled:cursor-default has-disabled:opacity-50">
      <Avatar name={name} picture={picture} />
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-muted">@{username}</span>
      </span>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onToggle}
        className="size-4.5 shrink-0 accent-accent"
      />
    </label>
  );
}

function Chosen({ users, onRemove }: { users: readonly User[]; onRemove: (user: User) => void }) {
  if (users.length === 0) return null;
  return (
    <ul aria-label={t('groups.chosen')} className="flex max-h-24 flex-wrap gap-1.5 overflow-y-auto">
      {users.map((user) => (
        <li key={user.id} className="max-w-full">
          <button
            type="button"
            aria-label={t('groups.unchoose', { name: user.name })}
            onClick={() => onRemove(user)}
            className="finger flex h-8 max-w-full items-center gap-1.5 rounded-full border border-line pr-2 pl-1 text-sm hover:bg-hover"
          >
            <Avatar name={user.name} picture={user.picture} size="xs" />
            <span className="truncate">{user.name}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
