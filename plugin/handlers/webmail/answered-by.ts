/** The header that reports which program answered in accelerate mode, and why not ours. */
export const ANSWERED_BY = 'x-postern-answered-by'
