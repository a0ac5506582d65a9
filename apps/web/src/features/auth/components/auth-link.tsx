import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useHistoryEntry } from '../../../lib/navigation.tsx';

interface AuthLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link between the signed-out pages. It keeps the page to return to after signing in. */
export function AuthLink({
  to,
  className = 'finger font-medium text-accent hover:underline',
  children,
}: AuthLinkProps) {
  const { state } = useHistoryEntry();
  return (
    <Link to={to} state={state} className={className}>
      {children}
    </Link>
  );
}
