import { z } from 'zod'
import {
  SCRIPT_LIMITS,
  type FilterScript,
  type ScriptChange,
  type StoredFilters,
} from '../../../proxy/mail/index.ts'
import { domainOf } from '../../../proxy/address/mail-address.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FiltersContext } from '../contract/contexts.ts'
import { defineAction, type DeepReadonly, type ResultOf } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { count } from '../contract/output.ts'
import {
  addressBookOf,
  contactsIn,
  isWrittenWith,
  looksAtContacts,
  withAddresses,
  withoutAddresses,
  type AddressBook,
} from './contact-addresses.ts'
import { rule } from './rule.ts'

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
  contacts: z
    .strictObject({
      areCurrent: z.boolean().describe('False: another save writes them as they are now'),
      used: count.describe('Addresses that are written into a filter at most'),
      total: count.describe('Addresses of all contacts'),
    })
    .nullable()
    .describe('null: no filter looks at the contacts'),
})

const changeInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('entries'),
    entries: z
      .array(
        z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('rule'), place: count.optional(), rule }),
          z.strictObject({
            kind: z.literal('block'),
            place: count.optional(),
            text: z.string().max(SCRIPT_LIMITS.maxBytes),
          }),
        ]),
      )
      .max(MAX_ENTRIES)
      .describe('All of them in their order; without a place those that are new'),
  }),
  z.strictObject({ kind: z.literal('text'), text: z.string().max(SCRIPT_LIMITS.maxBytes) }),
])

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
    change: changeInput,
  }),
  output,
  async run({ etag, change }, context) {
    const entries = change.kind === 'entries' ? change.entries : []
    const hasContacts = entries.some(
      (entry) => entry.kind === 'rule' && looksAtContacts(entry.rule),
    )
    const book = hasContacts ? await addressBookOf(context.contacts) : NO_ADDRESSES
    const { stored, made } = await serverOf(context).save(etag, async (source) => {
      const script = await context.readScript(source, written(change, book))
      checkForwards(script, context)
      return script
    })
    return filtersNow(stored, made, context)
  },
})

const NO_ADDRESSES: AddressBook = { addresses: [], total: 0 }

type Change = DeepReadonly<z.output<typeof changeInput>>

function written(change: Change, book: AddressBook): ScriptChange {
  if (change.kind === 'text') return change
  const entries = change.entries.map((entry) =>
    entry.kind === 'rule' ? { ...entry, rule: withAddresses(entry.rule, book) } : entry,
  )
  return { kind: 'entries', entries }
}

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

async function filtersNow(
  { etag, isActive, extensions }: StoredFilters,
  { text, entries }: FilterScript,
  { forwardTo, contacts }: FiltersContext,
): Promise<ResultOf<typeof output>> {
  const written = contactsIn(entries ?? [])
  const book = written.length === 0 ? undefined : await addressBookOf(contacts)
  return {
    kind: 'filters',
    etag,
    isActive,
    entries:
      entries?.map((entry) =>
        entry.kind === 'rule' ? { ...entry, rule: withoutAddresses(entry.rule) } : entry,
      ) ?? null,
    text,
    extensions: [...extensions],
    forwardTo,
    contacts:
      book === undefined
        ? null
        : {
            areCurrent: written.every((addresses) => isWrittenWith(addresses, book)),
            used: book.addresses.length,
            total: book.total,
          },
  }
}
