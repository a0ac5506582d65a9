import { appealTextMaxLength } from '@skein/contracts/administration';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { accountStatusQuery, appealOwnStrike } from './account-status.queries.ts';

/** Appeals against a strike of the viewer, in a dialog. */
export function AppealButton({ strikeId }: { strikeId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setIsOpen(true)}>
        {t('strikes.appeal')}
      </Button>
      {isOpen && <AppealDialog strikeId={strikeId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AppealDialog({ strikeId, onClose }: { strikeId: string; onClose: () => void }) {
  const formId = useId();
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const appeal = useMutation({
    mutationFn: () => appealOwnStrike(strikeId, text),
    onSuccess: ({ message }, _text, _before, { client }) => {
      toast.success(message);
      onClose();
      return client.invalidateQueries({ queryKey: accountStatusQuery.queryKey });
    },
    onError: (error) => {
      const isExplained = error instanceof ApiError && error.message !== '';
      toast.error(isExplained ? error.message : t('strikes.appealFailed'));
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '') setIsMissing(true);
    else if (!appeal.isPending) appeal.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('strikes.appealTitle')}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} isBusy={appeal.isPending}>
            {t('strikes.appealSend')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="p-4">
        <TextAreaField
          label={t('strikes.appealText')}
          hint={t('strikes.appealHint')}
          error={isMissing && text.trim() === '' ? t('strikes.appealMissing') : undefined}
          rows={6}
          maxLength={appealTextMaxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
