import type { RoundcubePerson } from '../../store/index.ts'

/** Roundcube has several people of one name, on several mail hosts: nobody here may decide who it is. */
export class SeveralPeople extends Error {
  override readonly name = 'SeveralPeople'

  constructor(people: readonly RoundcubePerson[]) {
    const hosts = people.map(({ mailHost }) => JSON.stringify(mailHost)).join(', ')
    super(`there are several of this name; their mail hosts are ${hosts}`)
  }
}

/** The one of these with the same name, on this mail host where one is given; undefined without any. Throws SeveralPeople. */
export function onlyPerson(
  people: readonly RoundcubePerson[],
  mailHost: string | null,
): RoundcubePerson | undefined {
  const there = people.filter((person) => mailHost === null || person.mailHost === mailHost)
  if (there.length > 1) throw new SeveralPeople(there)
  return there[0]
}
