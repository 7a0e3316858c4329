import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeAddress } from '../../../wire/native/types.ts'
import type { Api } from '../../wire/api.ts'
import type { Connection } from '../session/connection.ts'
import { formatAddresses } from './draft.ts'

/** Whom the owner wrote to: what address fields suggest. */
export interface Recipients {
  readonly known: ReadonlySignal<readonly NativeAddress[]>
  /** Asks the server once; a failure means no suggestions, which nobody has to be told. */
  readonly load: () => void
  /** A message was sent: the next load asks again. */
  readonly forget: () => void
}

interface RecipientsOptions {
  readonly api: Api
  readonly connection: Connection
}

/** Builds them; nothing is asked before `load`. */
export function createRecipients({ api, connection }: RecipientsOptions): Recipients {
  const known = signal<readonly NativeAddress[]>([])
  const { signal: abort } = new AbortController()
  let isLoaded = false

  return {
    known,
    load() {
      if (isLoaded) return
      isLoaded = true
      void connection
        .reach(() => api.recipients(abort), abort)
        .then(
          (addresses) => (known.value = addresses),
          () => (isLoaded = false),
        )
    },
    forget: () => (isLoaded = false),
  }
}

/** What is being typed behind the last comma of an address field. */
export function typedAddress(field: string): string {
  return field.slice(lastBreak(field) + 1).trim()
}

/** The field with the address in the place of what was being typed, ready for the next. */
export function withAddress(field: string, address: NativeAddress): string {
  const before = field.slice(0, lastBreak(field) + 1)
  return `${before}${before === '' ? '' : ' '}${formatAddresses([address])}, `
}

/** Known addresses whose name or address has a word that begins as typed, best first. */
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
      const words = `${name} ${address}`.toLowerCase().split(/[\s.@_-]+/)
      const begins =
        address.toLowerCase().startsWith(typed) || words.some((word) => word.startsWith(typed))
      return begins && !present.includes(`${address.toLowerCase()}>`) && address !== typed
    })
    .slice(0, max)
}

/** A comma inside quotes is part of a name (RFC 5322 3.2.4). */
function lastBreak(field: string): number {
  let last = -1
  let isQuoted = false
  for (let index = 0; index < field.length; index += 1) {
    const character = field[index]
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === ',' || character === ';')) last = index
  }
  return last
}
