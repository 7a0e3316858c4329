import { z } from 'zod'
import { hostName } from './addresses.ts'
import { count, HOUR_MS, MIB, milliseconds, MINUTE_MS } from './units.ts'

const transport = z
  .union([z.boolean(), z.literal('starttls')])
  .describe('false: plain; true: TLS from the first byte; "starttls": upgrade before signing in')

/** `imap`: the mail server, and how much it is asked at one time. */
export const imap = z.strictObject({
  host: hostName.default('127.0.0.1').describe('IMAP server'),
  port: z.int().min(1).max(65535).default(143).describe('IMAP port'),
  tls: transport.default(false),
  rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
  proxyProtocol: z
    .boolean()
    .default(false)
    .describe(
      "Begin each connection with the client's address in HAProxy's PROXY protocol, version 2, for a server that wants it (Dovecot: haproxy = yes)",
    ),
  connectionsPerAccount: count(1, 10)
    .default(2)
    .describe('Hard budget of connections of one mailbox owner'),
  connections: count(1, 100_000).default(8_000).describe('Connections of this process at most'),
  waiting: count(1, 100_000).default(2_000).describe('Requests that may wait for a connection'),
  proofs: count(1, 10_000)
    .default(200)
    .describe('Sign-ins with a password not proven before that the server judges at one time'),
  proofsPerAccount: count(1, 100)
    .default(4)
    .describe('Of these for one mailbox; one client address has half of them at most'),
  verifyMs: milliseconds(10_000, HOUR_MS)
    .nullable()
    .default(MINUTE_MS)
    .describe(
      'A password in use is asked about again within this time, so that a changed one ends its sessions; null never asks, for passwords that hold once',
    ),
  verifiesPerSecond: count(1, 10_000)
    .default(20)
    .describe('Such checks at most; what is over is checked later'),
  idleCloseMs: milliseconds(1_000, 24 * HOUR_MS)
    .default(10 * MINUTE_MS)
    .describe('A connection nobody used for so long is closed'),
  restMs: milliseconds(1_000, HOUR_MS)
    .default(30_000)
    .describe(
      'A connection that was silent for so long is confirmed by NOOP before it is used: a firewall may have forgotten it',
    ),
  confirmMs: milliseconds(100, 60_000)
    .default(2_000)
    .describe(
      'Limit of that NOOP besides two round trips, after which another connection takes over',
    ),
  limitWaitMs: milliseconds(0, 60_000)
    .default(5_000)
    .describe('Wait while the server allows a mailbox owner no more connections'),
  watchLingerMs: milliseconds(0, HOUR_MS)
    .default(60_000)
    .describe('A mailbox is watched for so long after the last page was closed'),
  watchPollMs: milliseconds(1_000, HOUR_MS)
    .default(10_000)
    .describe('Pause between two readings of the counts where the server has no NOTIFY'),
  watchConfirmMs: milliseconds(10_000, HOUR_MS)
    .default(MINUTE_MS)
    .describe('Pause between two readings of names and counts where it has'),
  answerMs: milliseconds(500, 60_000)
    .default(9_000)
    .describe('Somebody who waits is told after so long without a sign of life from the server'),
  signInMs: milliseconds(500, 120_000)
    .default(30_000)
    .describe(
      'The same at a sign-in once the server has the password: after wrong ones Dovecot holds its answers back for up to 17 s. What it has not judged by then counts as refused',
    ),
  connectTimeoutMs: milliseconds(500, 60_000)
    .default(10_000)
    .describe(
      'Longest silence of the server at connect, greeting and TLS, and over the password of another connection of somebody signed in',
    ),
  commandTimeoutMs: milliseconds(1_000, 600_000)
    .default(30_000)
    .describe(
      'Longest silence of the server over one command, after which its connection is given up',
    ),
  searchMs: milliseconds(1_000, HOUR_MS)
    .default(10 * MINUTE_MS)
    .describe('The same over one search: without an index a large mailbox takes minutes'),
  lineBytes: count(64 * 1024, 256 * MIB)
    .default(8 * MIB)
    .describe(
      'One answer of the server without its literals; the order of a mailbox takes 9 bytes a message. Over it or the next one of a FETCH the rest is passed by, of any other answer the connection ends',
    ),
  literalBytes: count(MIB, 256 * MIB)
    .default(32 * MIB)
    .describe('The literals of one answer together'),
  nesting: count(50, 100_000)
    .default(1_000)
    .describe(
      'Lists within lists in one answer: two for each multipart around a part. What is beyond is left out',
    ),
  listItems: count(10_000, 10_000_000)
    .default(300_000)
    .describe(
      'Values in one answer; a part of a message takes about 20, a recipient 6. What is beyond is left out',
    ),
})

/** `smtp`: the submission server. */
export const smtp = z.strictObject({
  host: hostName.default('127.0.0.1').describe('Submission server'),
  port: z.int().min(1).max(65535).default(25).describe('Submission port'),
  tls: transport.default(false),
  rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
  auth: z
    .enum(['none', 'user'])
    .default('none')
    .describe("Sign in with the mailbox owner's password, or not at all"),
  answerMs: milliseconds(500, 60_000)
    .default(9_000)
    .describe(
      'Somebody who waits is told after so long without an answer, until the message is wanted',
    ),
  timeoutMs: milliseconds(1_000, 600_000)
    .default(60_000)
    .describe('Longest silence of the server while it takes the message'),
  connections: count(1, 1_000).default(20).describe('Connections at most'),
})
