import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

interface TextFieldProps
  extends ComponentProps<'input'>, Omit<FieldProps, 'className' | 'renderControl'> {
  /** Shown at the end of the field. */
  action?: ReactNode;
}

/** A single-line text field. */
export function TextField(props: TextFieldProps) {
  const { label, labelAction, hint, error, action, className, ...input } = props;
  return (
    <Field
      {...{ label, labelAction, hint, error, className }}
      renderControl={(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            className={classNames(control.className, action !== undefined && 'pr-12')}
          />
          {action !== undefined && <div className="absolute inset-y-0 right-0.5">{action}</div>}
        </div>
      )}
    />
  );
}
