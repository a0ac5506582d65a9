import type { Rule } from '@skein/contracts/instance';

/** The numbered rules of the instance. */
export function RuleList({ rules }: { rules: readonly Rule[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-4 pl-6 marker:text-muted">
      {rules.map(({ id, title, description }) => (
        <li key={id} dir="auto" className="wrap-anywhere">
          <p className="font-medium">{title}</p>
          <p className="text-muted whitespace-pre-line empty:hidden">{description}</p>
        </li>
      ))}
    </ol>
  );
}
