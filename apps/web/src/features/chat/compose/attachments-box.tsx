import type { ReactNode } from 'react';
import { AttachmentGrid, TilePlaceholders } from '../../composer/attachments/attachment-grid.tsx';

/** The scrollable box of the attached files, above the text. */
export function AttachmentsBox({ children }: { children: ReactNode }) {
  return (
    <div className="max-h-[40dvh] overflow-y-auto overscroll-contain border-b border-line px-2 pb-2">
      {children}
    </div>
  );
}

/** Has the size of the box with as many files, to avoid a layout shift while its code loads. */
export function AttachmentsPlaceholder({ count }: { count: number }) {
  return (
    <AttachmentsBox>
      <AttachmentGrid>
        <TilePlaceholders count={count} />
      </AttachmentGrid>
    </AttachmentsBox>
  );
}
