/** A busy machine takes its time; a test about a limit sets its own. */
export const PATIENCE_MS = 60_000

/** As much of it as the settings allow for an answer of the panel, its helper, Redis or the database. */
export const ANSWER_PATIENCE_MS = 30_000
