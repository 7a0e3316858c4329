/** What a request accepts that is to be answered by the native wire. */
export const NATIVE_TYPE = 'application/vnd.postern+json'
/** In every response and event; raised when a field changes its meaning. */
export const NATIVE_VERSION = 2
