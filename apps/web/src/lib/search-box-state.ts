/** The location state of a link to the search page that focuses the search box. */
export const searchBoxState = 'search-box';
