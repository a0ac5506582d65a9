import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n/index.ts';
import { isPosting } from '../model/composer-reducer.ts';
import type { ComposerAction, ComposerState } from '../model/composer-reducer.ts';
import { uploadShares } from '../model/upload-shares.ts';
import { AltEditor } from './alt-editor.tsx';
import { AttachmentTile } from './attachment-tile.tsx';

interface AttachmentListProps {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
}

/** The pictures of a thread being written. */
export function AttachmentList({ state, dispatch }: AttachmentListProps) {
  const [describedId, setDescribedId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { attachments, progress } = state;
  if (attachments.length === 0) return null;

  const described = isPosting(state) ? undefined : attachments.find(({ id }) => id === describedId);
  const shares = uploadShares(
    attachments.map(({ file }) => file.size),
    progress ?? 0,
  );
  const stopDescribing = () => {
    setDescribedId(null);
    const index = attachments.findIndex(({ id }) => id === describedId);
    list.current?.children[index]?.querySelector('button')?.focus();
  };
  return (
    <>
      <ul
        ref={list}
        aria-label={t('composer.pictures')}
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2"
      >
        {attachments.map((attachment, index) => (
          <AttachmentTile
            key={attachment.id}
            attachment={attachment}
            uploaded={progress === null ? null : (shares[index] ?? 0)}
            isBeingDescribed={attachment === described}
            onDescribe={() => setDescribedId(attachment.id)}
            onRemove={() => dispatch({ type: 'attachment-removed', id: attachment.id })}
            onBroken={() => dispatch({ type: 'attachment-broken', id: attachment.id })}
          />
        ))}
      </ul>
      {described && (
        <AltEditor
          key={described.id}
          fileName={described.file.name}
          value={described.altText}
          onChange={(altText) => dispatch({ type: 'described', id: described.id, altText })}
          onDone={stopDescribing}
        />
      )}
    </>
  );
}
