import type { RoundcubeUser } from '../../store/index.ts'

/** Roundcube has several users of one name, on several mail hosts: no one here may decide who it is. */
export class SeveralUsers extends Error {
  override readonly name = 'SeveralPeople'

  constructor(users: readonly RoundcubeUser[]) {
    const hosts = users.map(({ mailHost }) => JSON.stringify(mailHost)).join(', ')
    super(`there are several of this name; their mail hosts are ${hosts}`)
  }
}

/** The one of these with the same name, on this mail host where one is given; undefined without any. Throws SeveralUsers. */
export function onlyUser(
  users: readonly RoundcubeUser[],
  mailHost: string | null,
): RoundcubeUser | undefined {
  const there = users.filter((user) => mailHost === null || user.mailHost === mailHost)
  if (there.length > 1) throw new SeveralUsers(there)
  return there[0]
}
