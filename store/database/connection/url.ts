/** Where the shared database lives. */
export type DatabaseTarget =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'mysql' | 'postgres'; readonly url: string }

/** The SQL engines the shared database may run on. */
export type Dialect = DatabaseTarget['dialect']

/** Reads `sqlite:PATH`, `mysql://...` or `postgres://...`; throws TypeError for anything else. */
export function parseDatabaseUrl(url: string): DatabaseTarget {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    if (path === '' || path === ':memory:') throw new TypeError('database.url: sqlite needs a file')
    return { dialect: 'sqlite', path }
  }
  if (url.startsWith('mysql://')) return { dialect: 'mysql', url }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    return { dialect: 'postgres', url }
  }
  // The value itself may hold a password, so it is not repeated.
  throw new TypeError('database.url: must begin with sqlite:, mysql:// or postgres://')
}
