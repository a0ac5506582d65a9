import { ChartBarBig } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { attachmentsMax } from '@skein/contracts/limits';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { contentLength, isPosting } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';
import { AttachmentPickers } from '../attachments/attachment-pickers.tsx';
import { AudienceSelect } from './reply-permission-select.tsx';
import { CharacterCounter } from './character-counter.tsx';

export interface SendButtonsProps {
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
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = sendButton.current;
    if (!isBusy || !button) return undefined;
    // A disabled button cannot keep the focus: what failed is tried again from where it was sent.
    return () => {
      const { activeElement } = document;
      if (activeElement?.matches('input, textarea') !== true) button.focus();
    };
  }, [isBusy]);
  return (
    <div className="flex items-center gap-2">
      {(isBusy || canCancel) && (
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
      <Button ref={sendButton} isBusy={isBusy} disabled={!composer.canPost} onClick={composer.post}>
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

/** Audience and length; what can be added, and the buttons that send. */
export function ComposerFooter(props: ComposerFooterProps) {
  const { composer, hasAudience = false, hasPoll = false } = props;
  const { state, dispatch, addFiles } = composer;
  const isBusy = isPosting(state);
  const isFull = state.attachments.length >= attachmentsMax;
  const counter = <ComposerCounter composer={composer} />;
  return (
    <>
      {hasAudience && (
        <div className="mb-1 flex items-center justify-between gap-3">
          <AudienceSelect
            value={state.replyPermission}
            isDisabled={isBusy}
            onChange={(replyPermission) => dispatch({ type: 'audience-changed', replyPermission })}
          />
          {counter}
        </div>
      )}
      <div className="-ml-2 flex flex-wrap items-center gap-2">
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
        <div className="ml-auto flex items-center gap-3">
          {!hasAudience && counter}
          <SendButtons {...props} />
        </div>
      </div>
    </>
  );
}
