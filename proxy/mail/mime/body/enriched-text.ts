/**
 * The text of text/enriched (RFC 1896) and its predecessor text/richtext (RFC 1341): without commands, `<<` is a `<`, one line end is a
 * blank and of several one less is kept, parameters are no text.
 */
export function enrichedToPlain(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\n+/g, (ends) => (ends.length === 1 ? ' ' : ends.slice(1)))
    .replace(/<param>[^<]{0,1000}<\/param>/gi, '')
    .replace(/<(?:<|nl>|lt>|\/?[A-Za-z][A-Za-z0-9-]{0,60}>)/gi, (command) => {
      if (command === '<<' || command.toLowerCase() === '<lt>') return '<'
      return command.toLowerCase() === '<nl>' ? '\n' : ''
    })
}
