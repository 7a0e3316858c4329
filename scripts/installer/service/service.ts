/** Whatever runs Postern here. Its listening socket stays over a restart, so that clients only wait. */
export interface Service {
  /** For people, e.g. `systemd`. */
  readonly name: string
  isRunning(): Promise<boolean>
  start(): Promise<void>
  /** Ends the running Postern gracefully and starts the current release. */
  restart(): Promise<void>
  /** Ends it gracefully. Does nothing when it does not run. */
  stop(): Promise<void>
  /** How often it ended without being asked since the last start or restart. */
  failures(): Promise<number>
  /** The end of what Postern wrote to its standard output. */
  lastLines(count: number): Promise<readonly string[]>
}
