import type { ComponentProps } from 'react';
import { classNames } from '../../../lib/class-names.ts';

interface GrowingTextareaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
}

/** A text box as high as its text: an invisible copy of the text in the same grid cell stretches it. */
export function GrowingTextarea({ value, className, ...rest }: GrowingTextareaProps) {
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
