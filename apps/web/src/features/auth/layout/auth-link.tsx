import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Location } from 'react-router-dom';

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
  const location: Location<unknown> = useLocation();
  return (
    <Link to={to} state={location.state} className={className}>
      {children}
    </Link>
  );
}
