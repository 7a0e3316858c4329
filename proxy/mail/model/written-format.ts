/** The field of a stored draft that was written with its looks: its HTML, not its plain form, is what was written. */
export const FORMAT_FIELD = 'X-Postern-Format'
