import { z } from 'zod'

const MAX_LINE_CHARS = 1_000
/** Of an answer or a refusal. */
const MAX_TEXT_CHARS = 100_000
const MAX_CONDITIONS = 1_000
const MAX_ACTIONS = 32
/** Values of one condition: lists of blocked senders grow. */
const MAX_VALUES = 5_000
const MAX_BYTES = 2 ** 40
const MAX_DAYS = 365

/** What a script may hold, tabs too: a rule that was read is written as it was. */
const line = z
  .string()
  .max(MAX_LINE_CHARS)
  .regex(/^[^\r\n\0]*$/)
/** Lines end with LF. */
const text = z
  .string()
  .max(MAX_TEXT_CHARS)
  .regex(/^[^\r\0]*$/)
const isNot = z.boolean().default(false)
const zone = z
  .string()
  .regex(/^[+-][0-9]{4}$/)
  .meta({ examples: ['+0100'] })
  .optional()
  .describe('Left out: that of the mail server')

const field = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['subject', 'body', 'list']) }),
  z.strictObject({
    kind: z.enum(['from', 'to', 'cc', 'recipient']),
    part: z.enum(['text', 'address', 'domain']),
  }),
  z.strictObject({
    kind: z.literal('header'),
    name: z
      .string()
      .max(MAX_LINE_CHARS)
      .regex(/^[\x21-\x39\x3b-\x7e]+$/)
      .meta({ examples: ['X-Mailer'] }),
  }),
])

const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    isNot,
    field,
    comparison: z.enum(['is', 'contains', 'begins', 'ends', 'matches']),
    values: z.array(line).min(1).max(MAX_VALUES),
  }),
  z.strictObject({
    kind: z.literal('size'),
    isNot,
    comparison: z.enum(['over', 'under']),
    bytes: z.int().min(0).max(MAX_BYTES),
  }),
  z.strictObject({
    kind: z.literal('date'),
    isNot,
    comparison: z.enum(['is', 'since', 'before']),
    day: z
      .string()
      .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
      .meta({ examples: ['2026-11-27'] }),
    zone,
  }),
  z.strictObject({
    kind: z.literal('weekday'),
    isNot,
    days: z.array(z.int().min(0).max(6)).min(1).max(7).describe('0 is Sunday'),
    zone,
  }),
  z.strictObject({
    kind: z.literal('spam'),
    isNot,
    scale: z.enum(['score', 'percent']),
    comparison: z.enum(['atLeast', 'atMost']),
    value: z.int().min(0).max(100),
  }),
  z.strictObject({
    kind: z.literal('attachment'),
    isNot,
    by: z.enum(['mime', 'body']).describe('Extension of the mail server that it is found with'),
  }),
  z
    .strictObject({ kind: z.literal('contact'), isNot })
    .describe('The sender is one of the contacts, as they are at a save'),
])

const action = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['move', 'copy']),
    mailbox: line.min(1).meta({ examples: ['Archive'] }),
  }),
  z.strictObject({ kind: z.enum(['markRead', 'flag', 'keep', 'delete', 'stop']) }),
  z.strictObject({
    kind: z.literal('tag'),
    keyword: line.min(1).meta({ examples: ['$label1'] }),
  }),
  z.strictObject({
    kind: z.literal('forward'),
    address: line.min(1).meta({ examples: ['ada@example.test'] }),
    isCopyKept: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('answer'),
    text,
    subject: line.optional(),
    days: z.int().min(0).max(MAX_DAYS).optional(),
    addresses: z.array(line).max(MAX_ACTIONS).default([]),
    from: line.optional(),
  }),
  z.strictObject({ kind: z.literal('reject'), text }),
])

/**
 * A rule as a page has it. What no script can hold is found by `findRuleFault`, which says why: only what is far too large, or
 * of another shape, is refused here.
 */
export const rule = z.strictObject({
  name: line,
  isEnabled: z.boolean().default(true),
  match: z.enum(['all', 'any', 'every']),
  conditions: z.array(condition).max(MAX_CONDITIONS).default([]),
  actions: z.array(action).max(MAX_ACTIONS).default([]),
})
