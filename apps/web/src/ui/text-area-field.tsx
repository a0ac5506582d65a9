import { useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { classNames } from '../lib/class-names.ts';

interface TextAreaFieldProps
  extends
    Omit<ComponentProps<'textarea'>, 'className' | 'defaultValue'>,
    Omit<FieldProps, 'renderControl'> {
  /** The initial text of a field without `value` and `ref`. */
  defaultValue?: string;
}

/** A multi-line text field. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, labelAction, hint, error, className, defaultValue = '', ...textArea } = props;
  const [initialValue] = useState(defaultValue);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  // React's `defaultValue` would write the text into the document, next to the places that show it.
  useLayoutEffect(() => {
    if (fieldRef.current && initialValue !== '') fieldRef.current.value = initialValue;
  }, [initialValue]);
  return (
    <Field
      {...{ label, labelAction, hint, error, className }}
      renderControl={(control) => (
        <textarea
          ref={fieldRef}
          {...textArea}
          {...control}
          className={classNames(control.className, 'block h-auto! resize-y py-2.5')}
        />
      )}
    />
  );
}
