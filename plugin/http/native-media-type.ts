/** Media type of the native shape: who accepts it gets our own JSON. */
export const NATIVE_TYPE = 'application/vnd.postern+json'
