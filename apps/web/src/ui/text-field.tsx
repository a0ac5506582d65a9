import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

interface TextFieldProps
  extends ComponentProps<'input'>, Omit<FieldProps, 'className' | 'renderControl'> {
  /** Stands inside the field, at its end. */
  action?: ReactNode;
}

/** One line of input with its label above and its hint or error below. */
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
