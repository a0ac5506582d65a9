/** The state of a visit to the search that begins in its box. */
export const searchBoxState = 'search-box';
