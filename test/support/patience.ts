/** A busy machine takes its time; a test about a limit sets its own. */
export const PATIENCE_MS = 60_000
