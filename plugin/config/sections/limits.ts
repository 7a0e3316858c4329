import { z } from 'zod'
import { count, HOUR_MS, MIB, milliseconds, MINUTE_MS } from './units.ts'

/** Longest setting of `limits.drainMs`: what stops a Postern waits longer. */
export const LONGEST_DRAIN_MS = MINUTE_MS

/** `limits`: every other bound of time, memory and number. */
export const limits = z.strictObject({
  requestMs: milliseconds(1_000, 600_000)
    .default(120_000)
    .describe('Time limit of the work on one request; uploads and downloads are not counted'),
  silenceMs: milliseconds(1_000, 600_000)
    .default(60_000)
    .describe('An upload or a download in which nothing moves for so long is ended'),
  silenceBytes: count(1, MIB)
    .default(1_024)
    .describe('An upload that brings fewer bytes in that time counts as silent'),
  firstAnswersMs: milliseconds(10, 60_000)
    .default(1_000)
    .describe('Time the application page waits for the first list to come along with it'),
  headersMs: milliseconds(1_000, 60_000)
    .default(10_000)
    .describe('Time to send the headers; a connection that says nothing is closed after it'),
  // nginx keeps its connections for 60 s: closed by us first, one of its requests would fail now and then.
  keepAliveMs: milliseconds(1_000, 600_000)
    .default(75_000)
    .describe(
      'A connection that asks nothing more is closed after it; longer than a proxy in front keeps it',
    ),
  // Node keeps 1,000 fields of a head and its parser goes by all of them: whoever checks must see all.
  headerFields: count(20, 900)
    .default(200)
    .describe('Header fields of a request; one with more is refused and its connection closed'),
  formBytes: count(1_024, 16 * MIB)
    .default(MIB)
    .describe('Size of a form body'),
  formFields: count(50, 10_000).default(200).describe('Fields of a form, files not counted'),
  formParseMs: milliseconds(100, 60_000)
    .default(5_000)
    .describe('Work on taking one form with files apart; the time its bytes take is not counted'),
  messageBytes: count(64 * 1024, 1024 * MIB)
    .default(32 * MIB)
    .describe('Size of an outgoing message with its attachments'),
  attachments: count(1, 1_000).default(100).describe('Attachments of an outgoing message'),
  recipients: count(1, 10_000).default(500).describe('Recipients of an outgoing message'),
  uploadBytes: count(64 * 1024, 16 * 1024 * MIB)
    .default(128 * MIB)
    .describe(
      'Uploads in memory at one time, until they are answered, all users together; one holds as much as is free at most',
    ),
  inlineImageBytes: count(1_024, 64 * MIB)
    .default(MIB)
    .describe('One image shown inside an HTML body'),
  inlineImagesBytes: count(1_024, 256 * MIB)
    .default(8 * MIB)
    .describe('All images shown inside one HTML body'),
  textBytes: count(1_024, 64 * MIB)
    .default(512 * 1024)
    .describe('Plain text shown of a message'),
  htmlBytes: count(1_024, 64 * MIB)
    .default(2 * MIB)
    .describe('HTML of a message that is shown as it looks; of a larger one its words'),
  summaryEntries: count(1_000, 100_000_000)
    .default(200_000)
    .describe('Message summaries kept in memory by this process'),
  accounts: count(10, 1_000_000)
    .default(20_000)
    .describe('Accounts whose recent searches are remembered'),
  importedContacts: count(100, 100_000)
    .default(20_000)
    .describe('Contacts of one imported file; a larger one is refused as a whole'),
  indexedContacts: count(1_000, 10_000_000)
    .default(100_000)
    .describe(
      'Contacts this process keeps at hand for search and completion, half a kilobyte each; those of other owners are read when they are asked for',
    ),
  sendsKept: count(1_000, 10_000_000)
    .default(100_000)
    .describe('Sent messages remembered, so that none is sent twice unasked; the oldest go first'),
  sendsKeptMs: milliseconds(HOUR_MS, 30 * 24 * HOUR_MS)
    .default(3 * 24 * HOUR_MS)
    .describe('How long they are remembered'),
  sessionsPerOwner: count(10, 400)
    .default(200)
    .describe(
      'Sessions of one owner that their settings show and can end; above it the one noted first is shown no more',
    ),
  unfiledBytes: count(0, 8 * MIB)
    .default(MIB)
    .describe(
      'Copies of sent messages that the server keeps for one owner, until the mail server takes them into Sent; larger ones only the open page keeps',
    ),
  personalDocuments: count(100, 1_000_000)
    .default(30_000)
    .describe('Settings, identities, contacts and the like that one owner may keep'),
  personalBytes: count(64 * 1024, 1024 * MIB)
    .default(32 * MIB)
    .describe('Size of all of them together'),
  personalBodyBytes: count(1_024, 8 * MIB)
    .default(512 * 1024)
    .describe('Size of one of them, e.g. of a contact with its photo'),
  views: count(100, 10_000_000).default(20_000).describe('Session-mailbox views remembered'),
  spoolBytes: count(MIB, 1024 * 1024 * MIB)
    .default(512 * MIB)
    .describe('Size of the private spool; above it new sessions are refused until rows drain'),
  drainMs: milliseconds(100, LONGEST_DRAIN_MS)
    .default(10_000)
    .describe('Time to finish at a graceful stop'),
  sockets: count(10, 1_000_000).default(20_000).describe('Client connections at most'),
})
