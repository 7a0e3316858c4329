import type { NativeMessageName } from '../../wire/native/types.ts'
import type { HttpClient } from './http/http-client.ts'
import { readerInput } from './http/reader.ts'
import { messageInput, type ComposeMode } from './inputs.ts'
import { messageKey } from './message-name.ts'

/** Requests messages, each in the text encoding that the user chose for it. Every one throws Problem. */
export type MessageRequests = ReturnType<typeof createMessageRequests>

/** `charsets`: what the user says messages are written in, by messageKey. */
export function createMessageRequests(
  http: Pick<HttpClient, 'get'>,
  charsets: { get(key: string): string | undefined },
) {
  const encoded = (name: NativeMessageName) => ({
    ...messageInput(name),
    charset: charsets.get(messageKey(name)),
  })
  return {
    /** A message as far as it can be told without rendering its HTML. */
    message: (name: NativeMessageName, signal: AbortSignal) =>
      http.get('show', { ...encoded(name), isUnrendered: true }, signal),
    /** The same for one that no one requested yet: refused while others wait for the mail server. */
    messageAhead: (name: NativeMessageName, signal: AbortSignal) =>
      http.get('show', { ...encoded(name), isUnrendered: true, isAhead: true }, signal),
    /** Its text, made from the HTML where there is no other. */
    messageText: (name: NativeMessageName, signal: AbortSignal) =>
      http.get('show', encoded(name), signal),
    /** What a response, a forward or a draft starts with. */
    compose: (mode: ComposeMode, name: NativeMessageName, signal: AbortSignal) =>
      http.get('compose', { mode, ...encoded(name), reader: readerInput() }, signal),
  }
}
