import type { ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import { TextOnlyFooter } from '../editor/composer-footer.tsx';
import { ComposerTextarea } from '../editor/composer-textarea.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import type { ComposerDialog } from './use-composer-dialog.ts';

interface TextOnlyFrameProps {
  dialog: ComposerDialog;
  title: string;
  discardTitle: string;
  placeholder: string;
  /** The labels of the submit button. */
  labels: { submit: string; submitting: string };
  textClass: string;
  children?: ReactNode;
}

/** The dialog around a composer without attachments and audience. */
export function TextOnlyFrame(props: TextOnlyFrameProps) {
  const { dialog, title, discardTitle, placeholder, labels, textClass, children } = props;
  const { composer, closeConfirmation, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={title}
      discardTitle={discardTitle}
      footer={
        <TextOnlyFooter
          composer={composer}
          labels={labels}
          onCancel={() => closeConfirmation.requestClose()}
        />
      }
    >
      <div className="px-4 py-4">
        <ComposerTextarea
          composer={composer}
          textBox={textBox}
          label={t('composer.text')}
          placeholder={placeholder}
          acceptsFiles={false}
          className={`${textClass} text-lg`}
        />
        {children}
      </div>
    </ComposerFrame>
  );
}
