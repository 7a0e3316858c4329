import type { Server } from 'hoodiecrow-imap'

/** Says AUTHENTICATIONFAILED (RFC 5530) for a wrong password, so that a client can tell it from an outage. */
export function signInRefusal(server: Server): void {
  server.outputHandlers.push((_connection, response, description) => {
    if (description !== 'AUTHENTICATE PLAIN FAILED' || response.command !== 'NO') return
    response.attributes = [
      { type: 'SECTION', section: [{ type: 'ATOM', value: 'AUTHENTICATIONFAILED' }] },
      { type: 'TEXT', value: 'Authentication failed.' },
    ]
  })
}
