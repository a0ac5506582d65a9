import { ChartBarBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { attachmentsMax } from '@skein/contracts/limits';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { contentLength, isPosting } from '../model/composer-reducer.ts';
import type { Composer } from '../model/use-composer.ts';
import { AttachmentPickers } from './attachment-pickers.tsx';
import { AudienceSelect } from './audience-select.tsx';
import { CharacterCounter } from './character-counter.tsx';

interface SendButtonsProps {
  composer: Composer;
  /** The button's words, and those while it is busy. */
  words: { send: string; sending: string };
  /** Offered while it is being sent, when it stops that; before too, if `canCancel`. */
  onCancel: () => void;
  canCancel?: boolean;
}

/** Cancel, and the button that sends. */
export function SendButtons(props: SendButtonsProps) {
  const { composer, words, onCancel, canCancel = false } = props;
  const isBusy = isPosting(composer.state);
  return (
    <div className="ml-auto flex items-center gap-2">
      {(isBusy || canCancel) && (
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
      <Button isBusy={isBusy} disabled={!composer.canPost} onClick={composer.post}>
        {isBusy ? words.sending : words.send}
      </Button>
      <p role="status" className="sr-only">
        {isBusy && words.sending}
      </p>
    </div>
  );
}

/** How long the text is. */
export function ComposerCounter({ composer: { counterId, state } }: { composer: Composer }) {
  return <CharacterCounter id={counterId} count={contentLength(state)} />;
}

interface ComposerFooterProps extends SendButtonsProps {
  /** What a reply has not: its root says who may answer. */
  hasAudience?: boolean;
  hasPoll?: boolean;
}

/** Audience and length; what can be added, and the button that sends. */
export function ComposerFooter(props: ComposerFooterProps) {
  const { composer, hasAudience = false, hasPoll = false } = props;
  const { state, dispatch, addFiles } = composer;
  const isBusy = isPosting(state);
  const isFull = state.attachments.length >= attachmentsMax;
  const audience: ReactNode = hasAudience && (
    <AudienceSelect
      value={state.replyPermission}
      isDisabled={isBusy}
      onChange={(replyPermission) => dispatch({ type: 'audience-changed', replyPermission })}
    />
  );
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        {audience || <span />}
        <ComposerCounter composer={composer} />
      </div>
      <div className="mt-1 -ml-2 flex items-center gap-2">
        {!isBusy && (
          <div className="flex items-center">
            <AttachmentPickers isDisabled={isFull} onPick={addFiles} />
            {hasPoll && (
              <IconButton
                icon={ChartBarBig}
                label={t('composer.addPoll')}
                disabled={state.poll !== null}
                className="-mx-0.5"
                onClick={() => dispatch({ type: 'poll-started' })}
              />
            )}
          </div>
        )}
        <SendButtons {...props} />
      </div>
    </>
  );
}
