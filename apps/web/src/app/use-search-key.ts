import { useLocation, useNavigate } from 'react-router-dom';
import { useKeys } from '../lib/page-keys.ts';
import { paths } from '../lib/paths.ts';
import { searchBoxState } from '../lib/search-box.ts';

const noKeys = {};

/** The key that leads to the search from every screen; the search itself knows it as well. */
export function useSearchKey(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const search = { '/': () => void navigate(paths.search, { state: searchBoxState }) };
  useKeys(pathname === paths.search ? noKeys : search);
}
