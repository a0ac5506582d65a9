import ChartBarBig from 'lucide-react/icons/chart-bar-big';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef } from 'react';
import type { Audience } from '@skein/contracts/threads';
import { textAlarmLength, textMaxLength, textWarnLength } from '@skein/contracts/limits';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { canAddPart, isFull } from '../chain/parts-reducer.ts';
import { contentLength, isPosting } from './composer-reducer.ts';
import type { ComposerState } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';
import { AttachmentPickers } from '../attachments/attachment-pickers.tsx';
import { ContentWarningButton } from './content-warning-field.tsx';
import { ScheduleButton } from './schedule-field.tsx';
import { ReplyPermissionSelect } from './reply-permission-select.tsx';
import { AudienceSelect } from './audience-select.tsx';
import { LanguageSelect } from '../language/language-select.tsx';

/** The part of a chain that has the focus. */
export type FocusedPart = Pick<Composer, 'addFiles' | 'counterId'> & {
  state: ComposerState;
  isFirst: boolean;
};

interface SubmitButtonsProps {
  composer: Composer;
  labels: { submit: string; submitting: string };
  onCancel: () => void;
  /** Always shows the Cancel button. By default it is shown only while posting. */
  canCancel?: boolean;
}

function SubmitButtons(props: SubmitButtonsProps) {
  const { composer, labels, onCancel, canCancel = false } = props;
  const isBusy = isPosting(composer.state);
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = submitButton.current;
    if (!isBusy || !button) return undefined;
    // A disabled button loses the focus. Restore it, so that the user can try again after an error.
    return () => {
      const { activeElement } = document;
      if (activeElement?.matches('input, textarea') !== true) button.focus();
    };
  }, [isBusy]);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {(isBusy || canCancel) && (
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
      <Button
        ref={submitButton}
        isBusy={isBusy}
        disabled={!composer.canPost}
        onClick={composer.post}
      >
        {isBusy ? labels.submitting : labels.submit}
      </Button>
      <p role="status" className="sr-only">
        {isBusy && labels.submitting}
      </p>
    </div>
  );
}

/** The text length and the excess. Screen readers announce it near the limit. */
function CharacterCounter({ composer }: { composer: Pick<Composer, 'state' | 'counterId'> }) {
  const count = contentLength(composer.state);
  const excess = count - textMaxLength;
  const tooLong = excess > 0 && t('composer.tooLong', { count: excess });
  return (
    <p
      id={composer.counterId}
      className={`text-right text-sm wrap-normal tabular-nums ${colorClassFor(count)}`}
    >
      <span aria-hidden="true">{tooLong || `${count}/${textMaxLength}`}</span>
      <span className="sr-only" aria-live={count > textWarnLength ? 'polite' : 'off'}>
        {tooLong || t('composer.count', { count, max: textMaxLength })}
      </span>
    </p>
  );
}

/** The excess of a part without the focus, whose counter is not shown. */
export function ExcessNotice({ state }: { state: ComposerState }) {
  const excess = contentLength(state) - textMaxLength;
  return (
    excess > 0 && (
      <p className="text-right text-sm font-semibold text-danger">
        {t('composer.tooLong', { count: excess })}
      </p>
    )
  );
}

function colorClassFor(count: number): string {
  if (count > textAlarmLength) return 'font-semibold text-danger';
  if (count > textWarnLength) return 'font-semibold text-warning';
  return 'text-muted';
}

interface ComposerFooterProps extends SubmitButtonsProps {
  hasReplyPermission?: boolean;
  /** The audience of the parent of a reply. */
  parentAudience?: Audience;
  hasPoll?: boolean;
  hasSchedule?: boolean;
  /** Whether further threads can be added. */
  hasParts?: boolean;
  /** To which files are added, and whose length is shown. By default the only part. */
  part?: FocusedPart;
}

/** The footer of a composer: attachments, character counter, reply permission and buttons. */
export function ComposerFooter(props: ComposerFooterProps) {
  const { composer, hasReplyPermission = false, hasParts = false, canCancel = false } = props;
  const { parentAudience } = props;
  const isBusy = isPosting(composer.state);
  const tools = !isBusy && <ComposerTools {...props} />;
  const counter = <CharacterCounter composer={props.part ?? composer} />;
  if (!hasReplyPermission && parentAudience === undefined) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        {tools}
        <div className="ml-auto flex items-center gap-3">
          {counter}
          <SubmitButtons {...props} />
        </div>
      </div>
    );
  }
  return (
    // In two rows. On narrow screens in three; beside many tools, there is no space for the counter.
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {tools}
        <div className={hasParts ? 'ml-auto @max-[25rem]:order-2 @max-[25rem]:ml-0' : 'ml-auto'}>
          {counter}
        </div>
        <div
          className={`flex basis-full items-center gap-x-3 gap-y-1 @max-[25rem]:contents ${canCancel ? 'flex-wrap' : ''}`}
        >
          {!isBusy && (
            <div className="-ml-2.5 flex min-w-0 flex-wrap items-center @max-[25rem]:order-1 @max-[25rem]:grow @max-[25rem]:basis-full">
              <ThreadSelects {...props} />
            </div>
          )}
          <div className="ml-auto @max-[25rem]:order-3">
            <SubmitButtons {...props} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Who can reply, who can see the thread, and its language. */
function ThreadSelects(props: ComposerFooterProps) {
  const { composer, hasReplyPermission = false, parentAudience = 'public' } = props;
  const { state, dispatch } = composer;
  return (
    <>
      {hasReplyPermission && (
        <ReplyPermissionSelect
          value={state.replyPermission}
          onChange={(replyPermission) =>
            dispatch({ type: 'reply-permission-changed', replyPermission })
          }
        />
      )}
      <AudienceSelect
        value={state.audience}
        parentAudience={parentAudience}
        onChange={(audience) => dispatch({ type: 'audience-changed', audience })}
      />
      <LanguageSelect state={state} dispatch={dispatch} />
    </>
  );
}

/** The buttons that add something to the text. */
function ComposerTools(props: ComposerFooterProps) {
  const { composer, hasPoll = false, hasSchedule = false, hasParts = false } = props;
  const { state, dispatch } = composer;
  const part = props.part ?? { ...composer, isFirst: true };
  return (
    <div className="-ml-2.5 flex flex-wrap items-center">
      <AttachmentPickers isDisabled={isFull(part.state, state)} onPick={part.addFiles} />
      {hasPoll && (
        <IconButton
          icon={ChartBarBig}
          label={t('composer.addPoll')}
          // A poll belongs to the first part.
          disabled={state.poll !== null || !part.isFirst}
          onClick={() => dispatch({ type: 'poll-started' })}
        />
      )}
      <ContentWarningButton composer={composer} />
      {hasSchedule && <ScheduleButton composer={composer} />}
      {hasParts && (
        <IconButton
          icon={Plus}
          label={t('composer.addPart')}
          disabled={!canAddPart(state.parts)}
          onClick={() => dispatch({ type: 'part-added', id: crypto.randomUUID() })}
        />
      )}
    </div>
  );
}

interface TextOnlyFooterProps extends SubmitButtonsProps {
  /** Whether the content warning and the language can be changed. */
  hasDetails?: boolean;
}

/** The footer of a composer without attachments. */
export function TextOnlyFooter({ hasDetails = false, ...props }: TextOnlyFooterProps) {
  const { composer } = props;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="flex items-center gap-2">
        {hasDetails && !isPosting(composer.state) && (
          <>
            <ContentWarningButton composer={composer} />
            <LanguageSelect state={composer.state} dispatch={composer.dispatch} />
          </>
        )}
        <CharacterCounter composer={composer} />
      </div>
      <div className="ml-auto">
        <SubmitButtons {...props} canCancel />
      </div>
    </div>
  );
}
