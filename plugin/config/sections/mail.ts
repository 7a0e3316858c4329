import { z } from 'zod'
import { hostName } from './addresses.ts'
import { count, HOUR_MS, milliseconds, MINUTE_MS } from './units.ts'

/** How a connection is encrypted. */
export const transport = z
  .union([z.boolean(), z.literal('starttls')])
  .describe('false: plain; true: TLS from the first byte; "starttls": upgrade before signing in')

/** Whether the server is told the client's address. */
export const proxyProtocol = z
  .boolean()
  .default(false)
  .describe(
    "Begin each connection with the client's address in HAProxy's PROXY protocol, version 2, for a server that wants it (Dovecot: haproxy = yes)",
  )

/** `imap`: the mail server, and how much it is asked at one time. */
export const imap = z.strictObject({
  host: hostName.default('127.0.0.1').describe('IMAP server'),
  port: z.int().min(1).max(65535).default(143).describe('IMAP port'),
  tls: transport.default(false),
  rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
  proxyProtocol,
  connectionsPerAccount: count(1, 10)
    .default(2)
    .describe('Hard budget of connections of one mailbox owner'),
  connections: count(1, 100_000).default(8_000).describe('Connections of this process at most'),
  verifyMs: milliseconds(10_000, HOUR_MS)
    .nullable()
    .default(MINUTE_MS)
    .describe(
      'A password in use is asked about again within this time, so that a changed one ends its sessions; null never asks, for passwords that hold once',
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
})
