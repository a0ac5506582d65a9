import { ComposerCounter, SendButtons } from './composer-footer.tsx';
import type { SendButtonsProps } from './composer-footer.tsx';

/** Length, Cancel and the button that sends, where nothing can be added to a text. */
export function PlainFooter(props: SendButtonsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <ComposerCounter composer={props.composer} />
      <div className="ml-auto">
        <SendButtons {...props} canCancel />
      </div>
    </div>
  );
}
