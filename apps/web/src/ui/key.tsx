/** A key or combination of keys. */
export function Key({ name }: { name: string }) {
  return (
    <kbd
      translate="no"
      className="min-w-7 shrink-0 rounded-sm border border-field bg-sunken px-2 py-0.5 text-center font-sans text-sm"
    >
      {name}
    </kbd>
  );
}
