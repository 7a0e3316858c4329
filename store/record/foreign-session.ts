/** What another program stores of a session: it alone understands the variables, stored byte for byte. */
export interface ForeignSession {
  /** PHP's session format, not base64. */
  readonly vars: Buffer
  readonly ip: string
  /** Unix seconds, by that program's clock. */
  readonly changed: number
}

/** What is known of an id, and the version by which a later write says that it has seen this. */
export interface ForeignFinding {
  readonly session: ForeignSession | undefined
  readonly version: number
}

/**
 * What became of a write. `late` and `ended`: the session was ended since, and counts as written before. `reserved`:
 * the id is that of a session of ours.
 */
export type ForeignOutcome = 'kept' | 'late' | 'ended' | 'reserved'

/** What a request of the other program knows when it writes. */
export interface ForeignWrite {
  readonly lifeMs: number
  /** The version it has read or written; undefined when it did neither. */
  readonly seen: number | undefined
  /**
   * The variables it has read or written last: later changes of others stay. undefined: what it writes
   * is taken whole.
   */
  readonly read?: Buffer | undefined
  /** `currentVersion` when it began. */
  readonly startVersion: number
}

/** What is taken over from where the other program had a session before. */
export interface AdoptedWrite {
  readonly lifeMs: number
  /** The version that an earlier `adopt` of it returned. */
  readonly seen: number | undefined
}

/**
 * Sessions of another program (Roundcube behind the session endpoint) in the tables of specification 2.2,
 * acknowledged as ours are. Sessions of this program are none of them: not read, not written, not ended. An end
 * is a version like any other, not a tombstone: who comes with the same cookie later starts again under the same
 * id, as Roundcube does at each sign-out. Every method throws StoreUnavailable when it could not respond.
 */
export interface ForeignSessions {
  load(id: string): Promise<ForeignFinding>
  /**
   * Durable when it resolves, but for what a user is looking at (`viewVariables`) and times, which every instance reads at
   * once and a kill may lose. An end that was made since the request has looked, or started, wins over it.
   */
  save(
    id: string,
    session: ForeignSession,
    write: ForeignWrite,
  ): Promise<{ readonly outcome: ForeignOutcome; readonly version: number }>
  /**
   * Changes variables of a living session after the writes under way, durable as with `save`; false when there is
   * none. The change must return session data, the same bytes where nothing is to be written. What it throws is thrown.
   */
  update(id: string, lifeMs: number, change: (vars: Buffer) => Buffer): Promise<boolean>
  /** Lets it live for so long from now; false when there is none. */
  touch(id: string, lifeMs: number): Promise<boolean>
  /** Whether there was one, and the version of its end. */
  end(id: string): Promise<{ readonly existed: boolean; readonly version: number }>
  /** A version that everything written from now on is above. */
  currentVersion(): number
}

/** The same sessions while they are moved here, or back. Every method but `follow` throws StoreUnavailable. */
export interface MovedSessions {
  /**
   * Takes a session over from where the program had it before, unless the session here was changed later, or ended. Returns
   * the version that is here then.
   */
  adopt(
    id: string,
    session: ForeignSession,
    write: AdoptedWrite,
  ): Promise<{ readonly outcome: ForeignOutcome; readonly version: number }>
  /** Ends a session that has ended where it was taken from, if it was not written here since; false otherwise. */
  endAdopted(id: string, seen: number): Promise<boolean>
  /** Whether it was ended here not long ago. */
  hasEnded(id: string): Promise<boolean>
  /** Calls back with the id of each session that is written or ended from now on, until it is stopped, and at once with those that no scan finds yet. */
  follow(listener: (id: string) => void): { stop(): void }
}

/** What the store must know of that program. */
export interface ForeignSettings {
  /** A variable that every session of ours has, and none of that program. */
  readonly ownVariable: string
  /** Its variables that say what a user is looking at: a write of these alone is acknowledged before it is durable. */
  readonly viewVariables: ReadonlySet<string>
  /** How long a row lives that the program wrote into the table itself. */
  readonly lifetimeMs: number
  /** How long an end is remembered: longer than any request of that program that may still write. */
  readonly endMs: number
}
