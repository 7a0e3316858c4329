import type { Config } from '../config/schema.ts'
import { MIB } from '../config/sections/units.ts'

/** Bounds of requests and connections that no administrator has a reason to change. */
export const REQUEST_LIMITS = {
  /** Work on one request, uploads and downloads not counted: longer than the slowest send, shorter than a proxy in front waits. */
  requestMs: 120_000,
  /** Work on one search: without an index a large mailbox takes minutes. */
  searchMs: 10 * 60_000,
  /** An upload or a download in which nothing moves for so long is ended; a phone that changes cells is back before. */
  silenceMs: 60_000,
  /** An upload that brings fewer bytes in that time counts as silent: slower than any line, and one byte at a time holds nothing. */
  silenceBytes: 1_024,
  /** The application page waits so long for the first list to come along with it; a page without it is better than none. */
  firstResultsMs: 1_000,
  /**
   * Time to send the headers, also for a connection that says nothing: as servers in front have it. A client that opens many
   * connections at one time and is busy with their bodies says nothing on some for longer than 10 s, and finds them cut.
   */
  headersMs: 60_000,
  /** nginx keeps its connections for 60 s: closed by us first, one of its requests would fail now and then. */
  keepAliveMs: 75_000,
  /** Node keeps 1,000 fields of a head and its parser goes by all of them: anyone who checks must see all. */
  headerFields: 200,
  /** A form without files: an HTML message of 1 MiB is longer than what users write. */
  formBytes: MIB,
  /**
   * The JSON of a signed-in user: a script of filters of 1 MiB, each line and quote of which is escaped, or its rules. Nobody else is
   * given that much memory.
   */
  jsonBytes: 4 * MIB,
  /** Fields of a form, files not counted: many more than any form of the page or of Roundcube. */
  formFields: 200,
  /** Work of the parser on one form with files; the time its bytes take is not counted. */
  formParseMs: 5_000,
  attachments: 100,
  /** Uploads in memory at one time, all users together: a quarter of the default 512 MiB. See `uploadRoomBytes`. */
  uploadBytes: 128 * MIB,
  /** One image in an HTML body, which travels as a `data:` URL, and all of them together. */
  inlineImageBytes: MIB,
  inlineImagesBytes: 8 * MIB,
  /** Contacts of one imported file; fewer than the personal documents that an owner may have. */
  importedContacts: 20_000,
  /** Client connections; each is a file, of which the unit allows 65,536. */
  sockets: 20_000,
}

export type RequestLimits = Readonly<typeof REQUEST_LIMITS> &
  Readonly<Pick<Config['limits'], 'messageBytes' | 'recipients'>>

/** Bytes of uploads in memory at one time: room for two of the largest messages, however large an administrator allows them. */
export function uploadRoomBytes({
  uploadBytes,
  messageBytes,
}: Pick<RequestLimits, 'uploadBytes' | 'messageBytes'>): number {
  return Math.max(uploadBytes, 2 * messageBytes)
}
