/** The field of a stored draft; a message that is sent never has it. */
export const COMPOSE_FIELD = 'X-Postern-Compose'

/** What a page names a composed message by. */
export function isComposeId(text: string): boolean {
  return /^[A-Za-z0-9_-]{8,64}$/.test(text)
}

/** Which composed message a draft is, by its header fields; undefined when it does not say so. */
export function parseComposeId(header: string): string | undefined {
  const id = /^x-postern-compose:[ \t]*(\S+)[ \t]*\r?$/im.exec(header)?.[1]
  return id !== undefined && isComposeId(id) ? id : undefined
}
