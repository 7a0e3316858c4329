/**
 * What Roundcube's session remembers of the page on show, for the next request to go by. Anyone who loses the latest of it sees an
 * older page until the next list, and is signed in as before.
 */
export const VIEW_VARIABLES: ReadonlySet<string> = new Set([
  ...['mbox', 'page', 'sort_col', 'sort_order', 'list_mod_seq', 'folders', 'unseen_count'],
])
