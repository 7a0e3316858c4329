/** An event as it goes over the wire, under the id that a client resumes from. */
export interface NumberedEvent {
  /** `<epoch>-<number>`; numbers grow within an epoch. */
  readonly id: string
  readonly json: string
}

/**
 * The latest event about each thing, in the order they came. Events say "look again" or give a count:
 * the newest about a thing replaces those before it, so nothing is missed by forgetting them.
 */
export interface EventMemory {
  /** Id of the newest event; a client that has it has everything. */
  lastId(): string
  add(about: string, json: string): NumberedEvent
  /** What came after the id; undefined when that is no longer known. */
  since(id: string): readonly NumberedEvent[] | undefined
}

interface EventMemoryOptions {
  /** Tells this memory from the one before a restart and from those of other processes. */
  readonly epoch: string
  readonly maxEvents: number
}

/** Creates an empty memory. What was about the thing untouched for longest is forgotten first. */
export function createEventMemory({ epoch, maxEvents }: EventMemoryOptions): EventMemory {
  const events = new Map<string, { readonly number: number; readonly json: string }>()
  let last = 0
  /** Everything up to here may be incomplete. */
  let forgotten = 0

  const idOf = (number: number): string => `${epoch}-${number}`

  return {
    lastId: () => idOf(last),
    add(about, json) {
      last += 1
      events.delete(about)
      events.set(about, { number: last, json })
      const [oldest] = events
      if (events.size > maxEvents && oldest !== undefined) {
        forgotten = oldest[1].number
        events.delete(oldest[0])
      }
      return { id: idOf(last), json }
    },
    since(id) {
      const number = numberOf(id, epoch)
      if (number === undefined || number < forgotten || number > last) return undefined
      return [...events.values()]
        .filter((event) => event.number > number)
        .map((event) => ({ id: idOf(event.number), json: event.json }))
    },
  }
}

function numberOf(id: string, epoch: string): number | undefined {
  const digits = id.startsWith(`${epoch}-`) ? id.slice(epoch.length + 1) : ''
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
