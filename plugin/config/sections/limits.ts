import { z } from 'zod'
import { count, MIB } from './units.ts'

/** `limits`: every other bound of time, memory and number. */
export const limits = z.strictObject({
  messageBytes: count(64 * 1024, 1024 * MIB)
    .default(32 * MIB)
    .describe('Size of an outgoing message with its attachments'),
  recipients: count(1, 10_000).default(500).describe('Recipients of an outgoing message'),
  personalBytes: count(64 * 1024, 1024 * MIB)
    .default(32 * MIB)
    .describe('Settings, identities, contacts and the like of one owner together'),
  spoolBytes: count(MIB, 1024 * 1024 * MIB)
    .default(512 * MIB)
    .describe('Size of the private spool; above it new sessions are refused until rows drain'),
})
