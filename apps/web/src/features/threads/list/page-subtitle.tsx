/** A description of the list, below the page title. */
export function PageSubtitle({ text }: { text: string }) {
  return <p className="border-b border-line px-4 py-3 text-muted">{text}</p>;
}
