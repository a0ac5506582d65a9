import type { ComponentProps } from 'react';
import { classNames } from '../../../lib/class-names.ts';

interface AutoGrowingTextareaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
}

/** A text box that grows with its text: an invisible copy in the same grid cell stretches it. */
export function AutoGrowingTextarea({ value, className, ...rest }: AutoGrowingTextareaProps) {
  return (
    <div
      data-value={value}
      className={classNames(
        'grid wrap-anywhere after:invisible after:whitespace-pre-wrap after:content-[attr(data-value)_"_"] after:[grid-area:1/1]',
        className,
      )}
    >
      <textarea
        {...rest}
        value={value}
        dir="auto"
        className="resize-none overflow-hidden bg-transparent outline-none [grid-area:1/1]"
      />
    </div>
  );
}
