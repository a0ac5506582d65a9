import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { contentWarningMaxLength } from '@skein/contracts/limits';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { isPosting } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';

/** The content warning of a thread, if the author adds one. */
export function ContentWarningField({ composer }: { composer: Composer }) {
  const { contentWarning } = composer.state;
  return contentWarning === null ? null : (
    <WarningInput composer={composer} value={contentWarning} />
  );
}

function WarningInput({ composer, value }: { composer: Composer; value: string }) {
  const { state, dispatch } = composer;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Empty only if the author has just added it.
    if (input.current?.value === '') input.current.focus();
  }, []);
  return (
    <div className="mt-1.5 flex items-center gap-2 rounded-lg border border-field bg-sunken pl-3">
      <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-muted" />
      <input
        ref={input}
        type="text"
        dir="auto"
        value={value}
        disabled={isPosting(state)}
        maxLength={contentWarningMaxLength}
        aria-label={t('composer.contentWarning')}
        placeholder={t('composer.contentWarningHint')}
        autoComplete="off"
        className="h-10 min-w-0 grow bg-transparent outline-none"
        onChange={({ target }) =>
          dispatch({ type: 'content-warning-changed', contentWarning: target.value })
        }
      />
      <IconButton
        icon={X}
        iconSize={18}
        label={t('composer.removeContentWarning')}
        disabled={isPosting(state)}
        onClick={() => dispatch({ type: 'content-warning-changed', contentWarning: null })}
      />
    </div>
  );
}

/** The button that adds a content warning. */
export function ContentWarningButton({ composer }: { composer: Composer }) {
  const { state, dispatch } = composer;
  return (
    <IconButton
      icon={TriangleAlert}
      label={t('composer.addContentWarning')}
      disabled={state.contentWarning !== null}
      onClick={() => dispatch({ type: 'content-warning-changed', contentWarning: '' })}
    />
  );
}

/** Marks the files as sensitive. */
export function SensitiveCheckbox({ composer }: { composer: Composer }) {
  const { state, dispatch } = composer;
  return (
    <div className="mt-2.5 text-sm">
      <Checkbox
        checked={state.isSensitive}
        disabled={isPosting(state)}
        onChange={({ target }) =>
          dispatch({ type: 'sensitive-changed', isSensitive: target.checked })
        }
      >
        {t('composer.markSensitive')}
      </Checkbox>
    </div>
  );
}
