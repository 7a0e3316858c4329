/** Where a session was looked for behind the memory of the process, in the order of reading. */
export type StoreLayer = 'cache' | 'spool' | 'database'

/** Hears what the store does, so that it can be counted. Costs next to nothing and never throws. */
export interface StoreObserver {
  /** Looks for a session in the memory of the process, added up: each request makes one. */
  readonly memory: { hit: number; miss: number }
  /** A look for a session in one layer; `failed`: the layer could not answer. */
  looked(layer: StoreLayer, result: 'hit' | 'miss' | 'failed'): void
  /** A transaction of the spool is on the disk. */
  committed(writes: number, ms: number): void
  /** Rows reached the shared database, the oldest after waiting so long in the spool. */
  drained(rows: number, lagMs: number): void
  /** The shared database refused rows; code 5 is SQLite's "database is locked". */
  refused(code: string): void
  /** It takes rows again, after refusing them for so long. */
  waited(ms: number): void
}

/** For a store no one watches. */
export const unobserved: StoreObserver = {
  memory: { hit: 0, miss: 0 },
  looked: () => undefined,
  committed: () => undefined,
  drained: () => undefined,
  refused: () => undefined,
  waited: () => undefined,
}

/** Where the store writes operational lines; pino fits. Secrets and session ids never appear in the fields. */
export interface StoreLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
