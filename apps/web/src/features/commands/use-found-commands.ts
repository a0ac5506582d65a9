import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Hash from 'lucide-react/icons/hash';
import Search from 'lucide-react/icons/search';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { suggestionsQuery } from '../composer/completion/suggestions.queries.ts';
import type { Suggestion } from '../composer/completion/suggestions.queries.ts';
import { searchUrl } from '../search/search-url.ts';
import { openPage } from './commands.ts';
import type { Command, CommandGroup } from './commands.ts';

const debounceMs = 200;
const foundLimit = 5;

/** The users and hashtags that match the text, and the search for it. `@` and `#` select a kind. */
export function useFoundCommands(text: string): CommandGroup[] {
  const query = text.trim();
  const users = useSuggestions('@', query);
  const hashtags = useSuggestions('#', query);
  if (query === '') return [];
  return [
    { label: t('commands.people'), items: users },
    { label: t('commands.hashtags'), items: hashtags },
    {
      label: t('commands.search'),
      items: [
        openPage(
          searchUrl({ query, kind: 'threads', sort: 'relevance' }),
          t('commands.searchFor', { query }),
          { icon: Search },
        ),
      ],
    },
  ];
}

/** Until the response arrives, the previous ones that still match are shown. */
function useSuggestions(trigger: Suggestion['trigger'], query: string): Command[] {
  const isOtherKind = query.startsWith(trigger === '@' ? '#' : '@');
  const word = isOtherKind ? '' : query.replace(/^[@#]/, '').toLowerCase();
  const debounced = useDebounced(word, debounceMs);
  const { data } = useQuery({
    ...suggestionsQuery(trigger, debounced),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
  });
  if (word === '' || data === undefined) return [];
  const isCurrent = debounced === word;
  return data
    .filter((found) => isCurrent || getText(found).includes(word))
    .slice(0, foundLimit)
    .map(toCommand);
}

const getText = (found: Suggestion): string =>
  (found.trigger === '@' ? `${found.word} ${found.name}` : found.word).toLowerCase();

function toCommand(found: Suggestion): Command {
  return found.trigger === '@'
    ? openPage(paths.profile(found.word), found.name, { user: found, detail: `@${found.word}` })
    : openPage(paths.hashtag(found.word), `#${found.word}`, { icon: Hash });
}
