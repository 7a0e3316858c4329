// Exit codes of sysexits.h that Postern ends with.

/** The command line makes no sense. */
export const EX_USAGE = 64
/** The process that the command needs does not run. */
export const EX_UNAVAILABLE = 69
/** A fault of Postern itself. */
export const EX_SOFTWARE = 70
/** A file or a disk fails. */
export const EX_IOERR = 74
/** Worth another try. */
export const EX_TEMPFAIL = 75
/** A file cannot be written. */
export const EX_NOPERM = 77
/** The configuration cannot be used. */
export const EX_CONFIG = 78
