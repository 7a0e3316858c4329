import type { ListenAddress } from '../../../plugin/process/listen.ts'

/** Whatever runs Postern here. Its listening socket stays over a restart, so that clients only wait, unless it is to listen elsewhere. */
export interface Service {
  /** For users, e.g. `systemd`. */
  readonly name: string
  isRunning(): Promise<boolean>
  /** Where the socket that leads to Postern listens; undefined when there is none, or it is not told. */
  address(): Promise<ListenAddress | undefined>
  /** A socket is still as it was told to be before; a restart opens it again, and refuses clients meanwhile. */
  hasOldSocket(): Promise<boolean>
  start(): Promise<void>
  /** Ends the running Postern gracefully and starts the current release, behind a new socket if need be. */
  restart(): Promise<void>
  /** Ends it gracefully. Does nothing when it does not run. */
  stop(): Promise<void>
  /** How often it ended without being asked since the last start or restart. */
  failures(): Promise<number>
  /** The end of what Postern wrote to its standard output. */
  lastLines(count: number): Promise<readonly string[]>
}
