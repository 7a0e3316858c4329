import { openRoundcube, type RoundcubeData, type RoundcubePerson } from '../../../store/index.ts'
import { onlyPerson } from '../../migration/only-person.ts'

/** One mailbox owner and where their things are. */
export interface MailboxSource {
  /** Their sign-in name. */
  readonly user: string
  /** Throws RoundcubeFault, SeveralPeople, StoreUnavailable, and the errors of the system about a file. */
  readonly read: () => Promise<RoundcubeData>
}

/** How a database of Roundcube is opened, but for where it is. */
export interface SourceOptions {
  readonly tablePrefix: string
  readonly maxEntries: number
  readonly timeoutMs: number
  readonly mailHost: string | null
}

/** The people of one database, by their names in lower case, as they sign in here. Throws what opening it throws. */
export async function databaseSources(
  url: string,
  { mailHost, ...options }: SourceOptions,
  user: string | undefined,
): Promise<{ readonly sources: readonly MailboxSource[]; readonly close: () => Promise<void> }> {
  const roundcube = await openRoundcube({ url, ...options })
  try {
    const byName = new Map<string, RoundcubePerson[]>()
    for (const person of await roundcube.people(user)) {
      if (mailHost !== null && person.mailHost !== mailHost) continue
      const name = person.username.toLowerCase()
      const named = byName.get(name)
      if (named === undefined) byName.set(name, [person])
      else named.push(person)
    }
    const sources = [...byName].map(([name, people]): MailboxSource => ({
      user: name,
      read: async () => {
        const person = onlyPerson(people, mailHost)
        if (person === undefined) throw new TypeError('a name without a person')
        return roundcube.read(person)
      },
    }))
    return { sources, close: () => roundcube.close() }
  } catch (error) {
    await roundcube.close()
    throw error
  }
}
