import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { classNames } from '../lib/class-names.ts';

type TextAreaFieldProps = ComponentProps<'textarea'> & Omit<FieldProps, 'renderControl'>;

/** A multi-line text field. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, labelAction, hint, error, className, ...textArea } = props;
  return (
    <Field
      {...{ label, labelAction, hint, error, className }}
      renderControl={(control) => (
        <textarea
          {...textArea}
          {...control}
          className={classNames(control.className, 'block h-auto! resize-y py-2.5')}
        />
      )}
    />
  );
}
