import { useRef } from 'react';
import { ImagePlus } from 'lucide-react';
import { attachmentsMax } from '@skein/contracts/limits';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { canPost, contentLength, isPosting } from '../model/composer-reducer.ts';
import type { useComposer } from '../model/use-composer.ts';
import { AudienceSelect } from './audience-select.tsx';
import { CharacterCounter } from './character-counter.tsx';

/** The counter describes the text box, which stands in the form. */
export const counterId = 'composer-counter';

/** Audience, pictures, length, and the button that posts. */
export function ComposerFooter({ composer }: { composer: ReturnType<typeof useComposer> }) {
  const { state, dispatch, addFiles, post, cancelPosting } = composer;
  const fileInput = useRef<HTMLInputElement>(null);
  const isBusy = isPosting(state);
  return (
    <>
      <AudienceSelect
        value={state.replyPermission}
        isDisabled={isBusy}
        onChange={(replyPermission) => dispatch({ type: 'audience-changed', replyPermission })}
      />
      <div className="mt-1 flex items-center gap-2">
        <input
          ref={fileInput}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label={t('composer.addPictures')}
          onChange={({ target }) => {
            addFiles([...(target.files ?? [])]);
            // Choosing the same file again has to count as a change.
            target.value = '';
          }}
        />
        <IconButton
          icon={ImagePlus}
          label={t('composer.addPictures')}
          disabled={isBusy || state.attachments.length >= attachmentsMax}
          onClick={() => fileInput.current?.click()}
        />
        <div className={isBusy ? 'hidden' : 'ml-auto'}>
          <CharacterCounter id={counterId} count={contentLength(state)} />
        </div>
        {isBusy && (
          <Button className="ml-auto" variant="secondary" onClick={cancelPosting}>
            {t('common.cancel')}
          </Button>
        )}
        <Button isBusy={isBusy} disabled={!canPost(state)} onClick={post}>
          {t(isBusy ? 'composer.posting' : 'composer.post')}
        </Button>
        <p role="status" className="sr-only">
          {isBusy && t('composer.posting')}
        </p>
      </div>
    </>
  );
}
