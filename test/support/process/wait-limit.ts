/** A busy machine takes its time; a test about a limit sets its own. */
export const WAIT_LIMIT_MS = 60_000

/** As much of it as the settings allow for a response of the panel, its helper, Redis or the database. */
export const RESPONSE_WAIT_LIMIT_MS = 30_000
