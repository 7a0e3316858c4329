import type { Knex } from 'knex'
import { selectRows } from '../database/statement.ts'
import { integer, optionalInteger, text, type SqlRow } from '../sql/row.ts'
import type {
  RoundcubeCollected,
  RoundcubeContact,
  RoundcubeData,
  RoundcubeIdentity,
  RoundcubePerson,
  RoundcubeResponse,
} from './person.ts'

/** Roundcube's tables, by the names they have in this database (`db_prefix`). */
export interface Tables {
  readonly knex: Knex
  readonly prefix: string
  /** Came with 1.5 and 1.6 (SQL/2020091000.sql, SQL/2021081000.sql of Roundcube's package). */
  readonly hasCollected: boolean
  readonly hasResponses: boolean
}

/** Those of a user name, whatever its case; all without one. */
export async function readPeople(
  { knex, prefix }: Tables,
  username: string | undefined,
): Promise<readonly RoundcubePerson[]> {
  const all = knex(`${prefix}users`).select('user_id', 'username', 'mail_host').orderBy('user_id')
  const wanted =
    username === undefined ? all : all.whereRaw('lower(username) = ?', [username.toLowerCase()])
  return (await selectRows(wanted)).map((row) => ({
    userId: integer(row, 'user_id'),
    username: text(row, 'username'),
    mailHost: text(row, 'mail_host'),
  }))
}

/** How much one person has: what is read of them stays within bounds. */
export async function measurePerson(
  { knex, prefix }: Tables,
  userId: number,
): Promise<{ readonly entries: number; readonly chars: number }> {
  const measured = knex(`${prefix}contacts`)
    .select(knex.raw('count(*) AS entries, coalesce(sum(length(vcard)), 0) AS chars'))
    .where({ user_id: userId, del: 0 })
  const [row] = await selectRows(measured)
  if (row === undefined) return { entries: 0, chars: 0 }
  return { entries: integer(row, 'entries'), chars: integer(row, 'chars') }
}

/** Everything of one person, but never more rows of a table than `maxRows`. */
export async function readPerson(
  tables: Tables,
  userId: number,
  maxRows: number,
): Promise<RoundcubeData> {
  const { knex, prefix } = tables
  const [user] = await selectRows(
    knex(`${prefix}users`).select('language', 'preferences').where({ user_id: userId }),
  )
  const groups = await readGroups(tables, userId, maxRows)
  return {
    contacts: await readContacts(tables, userId, { maxRows, groups: groups.byContact }),
    emptyGroups: groups.empty,
    collected: tables.hasCollected ? await readCollected(tables, userId, maxRows) : [],
    identities: await readIdentities(tables, userId, maxRows),
    responses: tables.hasResponses ? await readResponses(tables, userId, maxRows) : [],
    preferences: user === undefined ? '' : textOrNone(user, 'preferences'),
    language: user === undefined ? '' : textOrNone(user, 'language'),
  }
}

async function readContacts(
  { knex, prefix }: Tables,
  userId: number,
  { maxRows, groups }: { maxRows: number; groups: ReadonlyMap<number, readonly string[]> },
): Promise<readonly RoundcubeContact[]> {
  const rows = await selectRows(
    knex(`${prefix}contacts`)
      .select('contact_id', 'name', 'email', 'firstname', 'surname', 'vcard')
      .where({ user_id: userId, del: 0 })
      .orderBy('contact_id')
      .limit(maxRows),
  )
  return rows.map((row) => {
    const id = integer(row, 'contact_id')
    return {
      id,
      name: textOrNone(row, 'name'),
      email: textOrNone(row, 'email'),
      firstName: textOrNone(row, 'firstname'),
      surname: textOrNone(row, 'surname'),
      vcard: textOrNone(row, 'vcard'),
      groups: groups.get(id) ?? [],
    }
  })
}

/** Group names by contact, and those of groups nobody is in. */
async function readGroups({ knex, prefix }: Tables, userId: number, maxRows: number) {
  const [groups, members, contacts] = [
    `${prefix}contactgroups`,
    `${prefix}contactgroupmembers`,
    `${prefix}contacts`,
  ]
  const rows = await selectRows(
    knex(groups)
      .select(`${groups}.name`, `${contacts}.contact_id`)
      .leftJoin(members, `${members}.contactgroup_id`, `${groups}.contactgroup_id`)
      .leftJoin(contacts, function livingContacts() {
        this.on(`${contacts}.contact_id`, `${members}.contact_id`).andOnVal(`${contacts}.del`, 0)
      })
      .where({ [`${groups}.user_id`]: userId, [`${groups}.del`]: 0 })
      .orderBy(`${groups}.contactgroup_id`)
      // A contact is in several.
      .limit(10 * maxRows),
  )
  const byContact = new Map<number, string[]>()
  const filled = new Set<string>()
  for (const row of rows) {
    const id = optionalInteger(row, 'contact_id')
    if (id === undefined) continue
    const name = textOrNone(row, 'name')
    filled.add(name)
    byContact.set(id, [...(byContact.get(id) ?? []), name])
  }
  const names = new Set(rows.map((row) => textOrNone(row, 'name')))
  return { byContact, empty: [...names].filter((name) => !filled.has(name)) }
}

/** Numbers of `collected_addresses.type`. */
const COLLECTED_KINDS: ReadonlyMap<number, RoundcubeCollected['kind']> = new Map([
  [1, 'recipient'],
  [2, 'trusted-sender'],
])

async function readCollected({ knex, prefix }: Tables, userId: number, maxRows: number) {
  const rows = await selectRows(
    knex(`${prefix}collected_addresses`)
      .select('address_id', 'name', 'email', 'type', 'changed')
      .where({ user_id: userId })
      .orderBy('address_id')
      .limit(maxRows),
  )
  return rows.flatMap((row): RoundcubeCollected[] => {
    const kind = COLLECTED_KINDS.get(integer(row, 'type'))
    if (kind === undefined) return []
    const [name, email] = [textOrNone(row, 'name'), textOrNone(row, 'email')]
    const changedAt = timeOrNone(row, 'changed')
    return [{ id: integer(row, 'address_id'), name, email, kind, changedAt }]
  })
}

async function readIdentities({ knex, prefix }: Tables, userId: number, maxRows: number) {
  const columns = ['identity_id', 'standard', 'name', 'organization', 'email', 'reply-to', 'bcc']
  const rows = await selectRows(
    knex(`${prefix}identities`)
      .select(...columns, 'signature', 'html_signature')
      .where({ user_id: userId, del: 0 })
      .orderBy([{ column: 'standard', order: 'desc' }, 'identity_id'])
      .limit(maxRows),
  )
  return rows.map((row): RoundcubeIdentity => ({
    id: integer(row, 'identity_id'),
    isDefault: integer(row, 'standard') === 1,
    name: textOrNone(row, 'name'),
    organization: textOrNone(row, 'organization'),
    email: textOrNone(row, 'email'),
    replyTo: textOrNone(row, 'reply-to'),
    bcc: textOrNone(row, 'bcc'),
    signature: textOrNone(row, 'signature'),
    isHtml: integer(row, 'html_signature') === 1,
  }))
}

async function readResponses({ knex, prefix }: Tables, userId: number, maxRows: number) {
  const rows = await selectRows(
    knex(`${prefix}responses`)
      .select('response_id', 'name', 'data', 'is_html')
      .where({ user_id: userId, del: 0 })
      .orderBy('response_id')
      .limit(maxRows),
  )
  return rows.map((row): RoundcubeResponse => ({
    id: integer(row, 'response_id'),
    name: textOrNone(row, 'name'),
    text: textOrNone(row, 'data'),
    isHtml: integer(row, 'is_html') === 1,
  }))
}

function textOrNone(row: SqlRow, column: string): string {
  const value = row[column]
  // SQLite keeps a number where somebody wrote one into a column of text.
  if (typeof value === 'number') return String(value)
  return value === null || value === undefined ? '' : text(row, column)
}

/** MySQL has days before its calendar where none was set (`1000-01-01`, `0000-00-00`). */
function timeOrNone(row: SqlRow, column: string): number {
  const value = row[column]
  const time =
    value instanceof Date
      ? value.getTime()
      : Date.parse(`${textOrNone(row, column).slice(0, 19).replace(' ', 'T')}Z`)
  return Number.isFinite(time) && time > 0 ? time : 0
}
