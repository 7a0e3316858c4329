import type { FilterEntry, Rule } from './rules.ts'

/** A filter that moves what comes from a sender. */
export interface MoveOffer {
  /** In lower case. */
  readonly address: string
  readonly folder: string
}

/** Moved to the same folder, they are no coincidence. */
const ENOUGH_MESSAGES = 3
/** Counted at a time; of more the one whose messages were moved longest ago is forgotten. */
const MAX_COUNTED = 200
/** For whom a filter was suggested; of more the oldest may be suggested again. */
const MAX_OFFERED = 100

/** Counts what is moved by hand, as long as the page is open. */
export interface MoveCounts {
  /**
   * The sender of whom enough went to this folder; undefined: there is none. A folder that no filter is suggested for is
   * undefined: what goes there, or back there by an undo, is not counted.
   */
  note(senders: readonly string[], folder: string | undefined): MoveOffer | undefined
}

export function createMoveCounts(): MoveCounts {
  const counts = new Map<string, { readonly folder: string; readonly messages: number }>()

  function isEnough(address: string, folder: string): boolean {
    const before = counts.get(address)
    const messages = before?.folder === folder ? before.messages + 1 : 1
    counts.delete(address)
    if (messages >= ENOUGH_MESSAGES) return true
    counts.set(address, { folder, messages })
    const [oldest] = counts.keys()
    if (counts.size > MAX_COUNTED && oldest !== undefined) counts.delete(oldest)
    return false
  }

  return {
    note(senders, folder) {
      const addresses = senders.map((address) => address.toLowerCase())
      if (folder === undefined) {
        for (const address of addresses) counts.delete(address)
        return undefined
      }
      const [address] = addresses.filter((one) => isEnough(one, folder))
      return address === undefined ? undefined : { address, folder }
    },
  }
}

/** The list of those for whom a filter was suggested, with one more. */
export function withOffered(offered: readonly string[], address: string): readonly string[] {
  return [...offered.filter((one) => one !== address), address].slice(-MAX_OFFERED)
}

/** The filter that the offer is about. */
export function ruleOf({ address, folder }: MoveOffer): Rule {
  return {
    name: address,
    isEnabled: true,
    match: 'all',
    conditions: [
      {
        kind: 'text',
        isNot: false,
        field: { kind: 'from', part: 'address' },
        comparison: 'is',
        values: [address],
      },
    ],
    actions: [{ kind: 'move', mailbox: folder }],
  }
}

/** Whether a filter names the sender already. */
export function isFiltered(entries: readonly FilterEntry[], address: string): boolean {
  return entries.some(
    (entry) =>
      entry.kind === 'rule' &&
      entry.rule.conditions.some(
        (condition) =>
          condition.kind === 'text' &&
          condition.field.kind === 'from' &&
          condition.values.some((value) => value.toLowerCase() === address),
      ),
  )
}
