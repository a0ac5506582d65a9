import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from '../../../lib/class-names.ts';

interface AutoGrowingTextareaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
}

/** A text box that grows with its text: an invisible copy in the same grid cell stretches it. */
export function AutoGrowingTextarea({ value, className, ...rest }: AutoGrowingTextareaProps) {
  const gridRef = useRef<HTMLDivElement>(null);
  // React's `value` would also write the text into the document, where page search and scripts find it
  // like that of a published thread. Runs after each rendering, so that the box never differs from `value`.
  useLayoutEffect(() => {
    const textarea = gridRef.current?.querySelector('textarea');
    if (textarea && textarea.value !== value) textarea.value = value;
  });
  return (
    <div
      ref={gridRef}
      data-value={value}
      className={classNames(
        'grid wrap-anywhere after:invisible after:whitespace-pre-wrap after:content-[attr(data-value)_"_"] after:[grid-area:1/1]',
        className,
      )}
    >
      <textarea
        {...rest}
        dir="auto"
        className="resize-none overflow-hidden bg-transparent outline-none [grid-area:1/1]"
      />
    </div>
  );
}
