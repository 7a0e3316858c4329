import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeAddress, NativeCompletions } from '../../../wire/native/types.ts'
import type { ContactWords } from '../../texts/later-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Connection } from '../session/connection.ts'
import { SEPARATORS } from '../../../../proxy/address/typed-addresses.ts'
import { formatAddresses } from '../../texts/address-text.ts'
import { recipientMark, type RecipientDomains, type RecipientMark } from './recipient-marks.ts'

/** What a field of addresses suggests: someone, or all of a group. */
export interface Suggestion {
  readonly key: string
  readonly name: string
  /** Beside the name: the address, or how many there are. */
  readonly detail: string
  /** Names the picture of the contact; empty for none. */
  readonly photo: string
  readonly addresses: readonly NativeAddress[]
}

/** Suggestions of contacts, of groups, and of whom the owner wrote to. */
export interface Recipients {
  /** For the field that was looked at last, best first. */
  readonly suggestions: ReadonlySignal<readonly Suggestion[]>
  /** Asks once whom the owner wrote to; a failure means less suggestions, which no one has to be told. */
  readonly load: () => void
  /** Suggests for what is typed in a field: at once what is known, and then what the server finds. */
  look(field: string): void
  /** What is noticed of an address once the domains are known. */
  readonly markOf: (address: string) => RecipientMark | undefined
  /** A message was sent: the next load asks again. */
  readonly forget: () => void
}

interface RecipientsOptions {
  readonly http: Pick<HttpClient, 'get'>
  readonly connection: Pick<Connection, 'reach'>
  readonly texts: Pick<ContactWords, 'groupOf'>
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>
}

const maxSuggestions = 8
/** The directory is asked once nothing was typed for so long: it is someone else's server. */
const directoryQuietMs = 200
/** One letter starts too many names. */
const minDirectoryTyped = 2
/** The server looks for no more. */
const maxTyped = 256

/** Builds them; nothing is asked before `load`. */
export function createRecipients(options: RecipientsOptions): Recipients {
  const { http, connection, texts, wait } = options
  let known: readonly NativeAddress[] = []
  /** Who was found in the directory last. */
  let ofDirectory: readonly NativeAddress[] = []
  const suggestions = signal<readonly Suggestion[]>([])
  const domains = signal<RecipientDomains | undefined>(undefined)
  const { signal: life } = new AbortController()
  /** Of contacts that were found so far, by address. */
  const photos = new Map<string, string>()
  let isLoaded = false
  let pending = new AbortController()
  /** The text of the field that was looked at last. */
  let looked = ''

  function contactSuggestion(recipient: NativeAddress): Suggestion {
    const { name, address } = recipient
    const key = address.toLowerCase()
    const detail = name === '' ? '' : address
    const photo = photos.get(key) ?? ''
    return { key, name: name || address, detail, photo, addresses: [{ name, address }] }
  }

  function found(
    { people: contacts, groups }: NativeCompletions,
    field: string,
  ): readonly Suggestion[] {
    const ofGroups = groups.map(({ name, members }) => ({
      key: `group ${name}`,
      name,
      detail: texts.groupOf({ members: members.length }),
      photo: '',
      addresses: members,
    }))
    const all = [...ofGroups, ...absentFrom(field, contacts).map(contactSuggestion)]
    const keys = new Set(all.map(({ key }) => key))
    const others = suggestAddresses([...known, ...ofDirectory], field, maxSuggestions)
    const more = new Map(others.map((address) => [address.address.toLowerCase(), address]))
    for (const key of keys) more.delete(key)
    return [...all, ...[...more.values()].map(contactSuggestion)].slice(0, maxSuggestions)
  }

  /** Puts users of the directory below what is there already: own contacts wait for no one. */
  async function addFromDirectory(field: string, abort: AbortSignal): Promise<void> {
    await wait(directoryQuietMs)
    abort.throwIfAborted()
    const input = { search: typedAddress(field), isCompletion: true }
    const { people: contacts } = await http.get('directory', input, abort)
    abort.throwIfAborted()
    ofDirectory = contacts.flatMap(({ contact: { name, emails } }) =>
      emails.slice(0, 1).map(({ address }) => ({ name, address })),
    )
    addBelow(absentFrom(field, ofDirectory))
  }

  /** What is shown stays where it is. */
  function addBelow(results: readonly NativeAddress[]): void {
    const shown = suggestions.peek()
    const keys = new Set(shown.map(({ key }) => key))
    const others = results.map(contactSuggestion).filter(({ key }) => !keys.has(key))
    suggestions.value = [...shown, ...others].slice(0, maxSuggestions)
  }

  /** A user may have typed a name before these were there. */
  function addKnown(addresses: readonly NativeAddress[]): void {
    known = addresses
    addBelow(suggestAddresses(known, looked, maxSuggestions))
  }

  async function complete(field: string, abort: AbortSignal): Promise<void> {
    const typed = typedAddress(field)
    const response = await http.get('complete-address', { typed }, abort)
    abort.throwIfAborted()
    for (const { address, photo } of response.people) photos.set(address.toLowerCase(), photo)
    suggestions.value = found(response, field)
    if (response.hasDirectory && typed.length >= minDirectoryTyped) {
      await addFromDirectory(field, abort)
    }
  }

  return {
    suggestions,
    load() {
      if (isLoaded) return
      isLoaded = true
      void connection
        .reach(() => http.get('recipients', {}, life), life)
        .then(
          (response) => {
            domains.value = response.domains
            addKnown(response.addresses)
          },
          () => (isLoaded = false),
        )
    },
    look(field) {
      looked = field
      pending.abort()
      pending = new AbortController()
      const typed = typedAddress(field)
      const before = suggestions.peek().flatMap(({ addresses }) => addresses)
      const still = suggestAddresses([...before, ...known], field, maxSuggestions)
      const unique = new Map(still.map((address) => [address.address.toLowerCase(), address]))
      suggestions.value = [...unique.values()].map(contactSuggestion)
      if (typed === '' || typed.length > maxTyped) return
      // Without a reply what is known stays, and one to what was typed before is left.
      void complete(field, pending.signal).catch(() => undefined)
    },
    markOf: (address) =>
      domains.value === undefined ? undefined : recipientMark(address, domains.value),
    forget: () => (isLoaded = false),
  }
}

/** What is being typed behind the last comma of an address field. */
export function typedAddress(field: string): string {
  return field.slice(lastBreak(field) + 1).trim()
}

/** The field with the addresses in the place of what was being typed, ready for the next. */
export function withAddresses(field: string, addresses: readonly NativeAddress[]): string {
  const before = field.slice(0, lastBreak(field) + 1)
  const added = formatAddresses(absentFrom(before, addresses))
  return `${before}${before === '' ? '' : ' '}${added}${added === '' ? '' : ', '}`
}

/** A whole address, alone or behind a name. */
const WHOLE_ADDRESS =
  /^(?:[^\s@<>,;，；、،؛"]+@[^\s@<>,;，；、،؛"]+\.[^\s@<>,;，；、،؛".]{2,}|.*<[^\s@<>]+@[^\s@<>]+>)$/

/** Where in the suggestions those are that Tab takes, as long as none is pointed at: -1 where an address is there whole. */
export function defaultSuggestion(suggestions: readonly Suggestion[], field: string): number {
  const typed = typedAddress(field)
  if (!WHOLE_ADDRESS.test(typed)) return 0
  const [address = ''] = /[^\s<]+@[^\s>]+/.exec(typed) ?? []
  return suggestions.findIndex(({ key }) => key === address.toLowerCase())
}

/** Those that a field does not have yet. */
function absentFrom(field: string, contacts: readonly NativeAddress[]): readonly NativeAddress[] {
  const present = field.toLowerCase().split(/[\s<>,;，；、،؛]+/)
  return contacts.filter(({ address }) => !present.includes(address.toLowerCase()))
}

/** Known addresses whose name or address has a word that starts as typed, best first. */
export function suggestAddresses(
  known: readonly NativeAddress[],
  field: string,
  max: number,
): readonly NativeAddress[] {
  const typed = typedAddress(field).toLowerCase()
  if (typed === '') return []
  const present = field.toLowerCase()
  return known
    .filter(({ name, address }) => {
      const texts = `${name} ${address}`.toLowerCase().split(/[\s.@_-]+/)
      const begins =
        address.toLowerCase().startsWith(typed) || texts.some((word) => word.startsWith(typed))
      return begins && !present.includes(`${address.toLowerCase()}>`) && address !== typed
    })
    .slice(0, max)
}

/** A comma inside quotes is part of a name (RFC 5322 3.2.4). */
function lastBreak(field: string): number {
  let last = -1
  let isQuoted = false
  for (let index = 0; index < field.length; index += 1) {
    const character = field.charAt(index)
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && SEPARATORS.has(character)) last = index
  }
  return last
}
