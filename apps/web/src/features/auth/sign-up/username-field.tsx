import { usernameMaxLength } from '@skein/contracts/limits';
import { useId, useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { classNames } from '../../../lib/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { useUsername } from './use-username.ts';

interface UsernameFieldProps {
  /** The name of the user, from which usernames are suggested. */
  name: string;
  error: string | undefined;
}

/**
 * The username of a new account. Its line of suggestions always has the same height, and does not widen
 * the form.
 */
export function UsernameField({ name, error }: UsernameFieldProps) {
  const { username, check, edit } = useUsername(name, error !== undefined);
  const [rejected, setRejected] = useState({ error, username });
  if (rejected.error !== error) setRejected({ error, username });
  const shownError = rejected.username === username ? error : undefined;
  const inputRef = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const isTaken = check?.isAvailable === false;
  const choose = (suggestion: string) => {
    edit(suggestion);
    inputRef.current?.focus();
  };
  return (
    <Field
      label={t('signUp.username')}
      error={shownError}
      renderControl={(control) => (
        <>
          <input
            {...control}
            ref={inputRef}
            name="username"
            value={username}
            maxLength={usernameMaxLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={control['aria-describedby'] ?? noteId}
            onChange={(event) => edit(event.currentTarget.value)}
          />
          {(shownError === undefined || isTaken) && (
            <div className="-mb-1 flex min-h-8 w-0 min-w-full items-center gap-1 overflow-x-auto text-sm">
              <p
                id={noteId}
                role="status"
                className={`py-1.5 ${check?.problem === undefined ? 'shrink-0 text-muted' : 'text-danger'}`}
              >
                {describe(check)}
              </p>
              {isTaken &&
                check.suggestions.map((suggestion) => (
                  <button
                    key={suggestion}
                    type="button"
                    aria-label={t('signUp.useUsername', { username: suggestion })}
                    className={classNames(
                      'min-h-6 shrink-0 rounded-full border border-line px-1.5 font-medium text-accent',
                      'whitespace-nowrap hover:bg-hover active:bg-pressed',
                    )}
                    onClick={() => choose(suggestion)}
                  >
                    {suggestion}
                  </button>
                ))}
            </div>
          )}
        </>
      )}
    />
  );
}

function describe(check: ReturnType<typeof useUsername>['check']): string {
  if (check?.problem !== undefined) return check.problem;
  if (check?.isAvailable === true) return t('signUp.usernameAvailable');
  return t(check?.isAvailable === false ? 'signUp.usernameTaken' : 'signUp.usernameHint');
}
