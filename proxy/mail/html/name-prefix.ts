/** Ids and names of a mail begin with it, so that none of them is one of the page's around it. */
export const NAME_PREFIX = 'mail-'
