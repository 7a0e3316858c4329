import { openRoundcube, type RoundcubeData, type RoundcubeUser } from '../../../store/index.ts'
import { onlyUser } from '../../migration/only-user.ts'

/** One mailbox owner and where their things are. */
export interface MailboxSource {
  /** Their sign-in name. */
  readonly user: string
  /** Throws RoundcubeFault, SeveralUsers, StoreUnavailable, and the errors of the system about a file. */
  readonly read: () => Promise<RoundcubeData>
}

/** How a database of Roundcube is opened, but for where it is. */
export interface SourceOptions {
  readonly tablePrefix: string
  readonly maxEntries: number
  readonly timeoutMs: number
  readonly mailHost: string | null
}

/** The users of one database, by their names in lower case, as they sign in here. Throws what opening it throws. */
export async function databaseSources(
  url: string,
  { mailHost, ...options }: SourceOptions,
  user: string | undefined,
): Promise<{ readonly sources: readonly MailboxSource[]; readonly close: () => Promise<void> }> {
  const roundcube = await openRoundcube({ url, ...options })
  try {
    const byName = new Map<string, RoundcubeUser[]>()
    for (const sourceUser of await roundcube.people(user)) {
      if (mailHost !== null && sourceUser.mailHost !== mailHost) continue
      const name = sourceUser.username.toLowerCase()
      const named = byName.get(name)
      if (named === undefined) byName.set(name, [sourceUser])
      else named.push(sourceUser)
    }
    const sources = [...byName].map(([name, users]): MailboxSource => ({
      user: name,
      read: async () => {
        const user = onlyUser(users, mailHost)
        if (user === undefined) throw new TypeError('a name without a person')
        return roundcube.read(user)
      },
    }))
    return { sources, close: () => roundcube.close() }
  } catch (error) {
    await roundcube.close()
    throw error
  }
}
