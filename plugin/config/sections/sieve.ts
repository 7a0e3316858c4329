import { z } from 'zod'
import { hostName } from './addresses.ts'
import { proxyProtocol, transport } from './mail.ts'

/** `sieve`: the ManageSieve server (RFC 5804), which keeps the filters of mailbox owners. */
export const sieve = z
  .strictObject({
    host: hostName.default('127.0.0.1').describe('ManageSieve server'),
    port: z.int().min(1).max(65535).default(4190).describe('ManageSieve port'),
    tls: transport.default(false),
    rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
    proxyProtocol,
    forwardTo: z
      .array(hostName)
      .max(1_000)
      .nullable()
      .default(null)
      .describe('Domains that owners may forward their mail to; empty: none, null: any'),
  })
  .nullable()
  .default(null)
  .describe('Filters on the mail server; null: the page offers none')
