import { z } from 'zod'
import type { FilterScript, StoredFilters } from '../../../proxy/mail/index.ts'
import { domainOf } from '../../../proxy/address/mail-address.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FiltersContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { count } from '../contract/output.ts'
import { rule } from './rule.ts'

/** Of one script, as `proxy/mail/sieve/language/limits.ts` has it. */
const MAX_SCRIPT_CHARS = 1_048_576
const MAX_ENTRIES = 2_000

const managedBy = z
  .enum(['snappymail', 'nextcloud', 'ingo'])
  .optional()
  .describe('A program that writes this rule anew from a place of its own')

const output = z.strictObject({
  kind: z.literal('filters'),
  etag: z.string().describe('Of the script; a save names it'),
  isActive: z.boolean().describe('False: the mail server does nothing of it until it is saved'),
  entries: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('rule'), place: count, rule, managedBy }),
        z.strictObject({ kind: z.literal('block'), place: count, text: z.string(), managedBy }),
      ]),
    )
    .nullable()
    .describe('In their order; block: what no rule stands for. null: the text is no script'),
  text: z.string().describe('The whole script (RFC 5228)'),
  extensions: z.array(z.string()).describe('What the mail server has of the language'),
  forwardTo: z
    .array(z.string())
    .nullable()
    .describe('Domains that mail may be forwarded to; null: any'),
})

/** Throws SieveFault, and Refusal('filters_missing') where there is no server of filters. */
export const filters = defineAction({
  name: 'filters',
  method: 'GET',
  about: "the owner's filters on the mail server, as rules and as their script",
  context: 'filters',
  input: nothing,
  output,
  async run(_input, context) {
    const stored = await serverOf(context).read()
    const script = await context.readScript(stored.source, { kind: 'none' })
    return filtersNow(stored, script, context)
  },
})

/**
 * Throws as `filters`; Refusal('filters_changed') when another program has changed the script, ('filter_refused') with the mail
 * server's words when it does not take it, ('filter_invalid') for a rule that can not be written, ('forwarding_not_allowed').
 */
export const saveFilters = defineAction({
  name: 'save-filters',
  method: 'POST',
  about: 'writes the filters of the owner; what is not changed stays to the byte',
  context: 'filters',
  input: z.strictObject({
    etag: z.string().max(64).describe('As `filters` said it'),
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('entries'),
        entries: z
          .array(
            z.discriminatedUnion('kind', [
              z.strictObject({ kind: z.literal('rule'), place: count.optional(), rule }),
              z.strictObject({
                kind: z.literal('block'),
                place: count.optional(),
                text: z.string().max(MAX_SCRIPT_CHARS),
              }),
            ]),
          )
          .max(MAX_ENTRIES)
          .describe('All of them in their order; without a place those that are new'),
      }),
      z.strictObject({ kind: z.literal('text'), text: z.string().max(MAX_SCRIPT_CHARS) }),
    ]),
  }),
  output,
  async run({ etag, change }, context) {
    const { stored, made } = await serverOf(context).save(etag, async (source) => {
      const script = await context.readScript(source, change)
      checkForwards(script, context)
      return script
    })
    return filtersNow(stored, made, context)
  },
})

function serverOf({ filters: server }: FiltersContext) {
  if (server === undefined) throw new Refusal('filters_missing')
  return server
}

/** Throws Refusal for an address that the administrator does not allow. */
function checkForwards({ forwards }: FilterScript, { forwardTo }: FiltersContext): void {
  if (forwardTo === null) return
  const allowed = new Set(forwardTo.map((domain) => domain.toLowerCase()))
  const refused = forwards.find((address) => !allowed.has(domainOf(address)))
  if (refused !== undefined) throw new Refusal('forwarding_not_allowed', { about: refused })
}

function filtersNow(
  { etag, isActive, extensions }: StoredFilters,
  { text, entries }: FilterScript,
  { forwardTo }: FiltersContext,
): ResultOf<typeof output> {
  return {
    kind: 'filters',
    etag,
    isActive,
    entries,
    text,
    extensions: [...extensions],
    forwardTo,
  }
}
