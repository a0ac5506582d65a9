/** The words of search, hashtags and what is trending. Part of the English catalogue. */
export const enDiscovery = {
  // The box
  'search.title': 'Search Threads',
  'search.tabTitle': '“{query}” · Search',
  'search.box': 'Search',
  'search.help':
    'Search for threads by topic, hashtag, or content. You can also search for threads from users you follow.',
  'search.clear': 'Clear',
  'search.recent': 'Recent searches',
  'search.forget': 'Forget "{query}"',
  'search.forgetAll': 'Clear all',

  // What narrows a search
  'search.tips': 'Search tips',
  'search.tipsText': 'These can be combined with words and with each other.',
  'search.tip.phrase': 'these words in this order',
  'search.tip.tag': 'with this hashtag',
  'search.tip.from': 'by this person',
  'search.tip.has': 'with pictures or other media; also has:poll and has:link',
  'search.tip.since': 'from this day on',
  'search.tip.until': 'up to this day',

  // Results
  'search.kinds': 'What to find',
  'search.threads': 'Threads',
  'search.people': 'People',
  'search.order': 'Order',
  'search.relevance': 'Relevance',
  'search.recentFirst': 'Latest',
  'search.emptyTitle': 'Enter a search term to find threads',
  'search.emptyText': 'Search by topic, hashtag, or content',
  'search.loading': 'Searching...',
  'search.noneTitle': 'No threads found for "{query}"',
  'search.nobodyTitle': 'No people found for "{query}"',
  'search.noneText': 'Try different keywords or check your spelling',
  'search.found': {
    one: 'Found {count} result for "{query}"',
    other: 'Found {count} results for "{query}"',
  },
  'search.foundMore': 'Found more than {count} results for "{query}"',
  'search.results': 'Results',
  'search.end': 'These are all the results',

  // One hashtag
  'hashtag.threads': { one: '{count} thread', other: '{count} threads' },
  'hashtag.moreThreads': '{count}+ threads',
  'hashtag.lastDays': '{count} in the last 7 days',
  'hashtag.days': 'Threads of the last 7 days, day by day: {counts}',
  'hashtag.post': 'Post with this tag',
  'hashtag.list': 'Threads with #{tag}',
  'hashtag.loading': 'Loading threads...',
  'hashtag.empty': 'No threads with #{tag} yet.',
  'hashtag.error': 'The threads could not be loaded',
  'hashtag.end': 'These are all the threads with #{tag}',
  'hashtag.noneTitle': 'This is not a hashtag',
  'hashtag.noneText': 'A hashtag has letters, digits and underscores, and is not digits alone.',
  'hashtag.search': 'Search for it',

  // Trending
  'trending.title': 'Trending',
  'trending.empty': 'Nothing is trending at the moment.',
  'trending.recent': '{count} today',
  'trending.showMore': 'Show more',
  'trending.showLess': 'Show less',
  'trending.threads': 'Trending threads',
  'trending.threadsLoading': 'Loading trending threads...',
  'trending.threadsEmpty': 'No threads are trending at the moment.',
  'trending.threadsError': 'The trending threads could not be loaded',
  'trending.threadsEnd': 'This is all that is trending',
} as const;
