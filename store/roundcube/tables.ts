import type { Knex } from 'knex'
import { selectRows } from '../database/statement.ts'
import { integer, type SqlRow } from '../sql/row.ts'
import {
  boundedBytes,
  boundedColumns,
  CUT_COLUMN,
  LONG_BYTES,
  SHORT_BYTES,
  type TextColumns,
} from './bounded-columns.ts'
import type {
  RoundcubeCollected,
  RoundcubeContact,
  RoundcubeCut,
  RoundcubeData,
  RoundcubeIdentity,
  RoundcubeUser,
  RoundcubeResponse,
} from './user.ts'

/** Roundcube's tables, by the names they have in this database (`db_prefix`). */
export interface Tables {
  readonly knex: Knex
  readonly prefix: string
  /** Came with 1.5 and 1.6 (SQL/2020091000.sql, SQL/2021081000.sql of Roundcube's package). */
  readonly hasCollected: boolean
  readonly hasResponses: boolean
}

const USER_COLUMNS: TextColumns = { username: SHORT_BYTES, mail_host: SHORT_BYTES }
const CONTACT_COLUMNS: TextColumns = {
  ...{ name: SHORT_BYTES, email: SHORT_BYTES, firstname: SHORT_BYTES, surname: SHORT_BYTES },
  vcard: LONG_BYTES,
}
const COLLECTED_COLUMNS: TextColumns = { name: SHORT_BYTES, email: SHORT_BYTES }
const IDENTITY_COLUMNS: TextColumns = {
  ...{ name: SHORT_BYTES, organization: SHORT_BYTES, email: SHORT_BYTES },
  ...{ 'reply-to': SHORT_BYTES, bcc: SHORT_BYTES, signature: LONG_BYTES },
}
const RESPONSE_COLUMNS: TextColumns = { name: SHORT_BYTES, data: LONG_BYTES }
const CHOICE_COLUMNS: TextColumns = { language: SHORT_BYTES, preferences: LONG_BYTES }
const GROUP_COLUMNS: TextColumns = { name: 1_024 }

/** Users of one database; more than any server has mailboxes. */
const MAX_ADDRESSES = 1_000_000
/** Memberships in groups of one user. */
const MAX_MEMBERSHIPS = 100_000
/** Of one contact; more than one may be in. */
const MAX_GROUPS_OF_CONTACT = 100

/** Those of a user name, whatever its case; all without one. */
export async function readUsers(
  { knex, prefix }: Tables,
  username: string | undefined,
): Promise<readonly RoundcubeUser[]> {
  const all = knex(`${prefix}users`)
    .select('user_id', ...boundedColumns(knex, USER_COLUMNS))
    .orderBy('user_id')
    .limit(MAX_ADDRESSES)
  const wanted =
    username === undefined ? all : all.whereRaw('lower(username) = ?', [username.toLowerCase()])
  return (await selectRows(wanted)).flatMap((row) => {
    const name = textOrNone(row, 'username')
    const mailHost = textOrNone(row, 'mail_host')
    return name === '' ? [] : [{ userId: integer(row, 'user_id'), username: name, mailHost }]
  })
}

/** How much one user has, without what is too long to be read: what is read of them stays within bounds. */
export async function measureUser(
  tables: Tables,
  userId: number,
): Promise<{ readonly entries: number; readonly bytes: number }> {
  const { knex, prefix } = tables
  const measure = async (table: string, columns: TextColumns, where: object) => {
    const measured = knex(`${prefix}${table}`)
      .select(knex.raw('count(*) AS entries'), boundedBytes(knex, columns))
      .where({ user_id: userId, ...where })
    const [row] = await selectRows(measured)
    if (row === undefined) return { entries: 0, bytes: 0 }
    return { entries: integer(row, 'entries'), bytes: integer(row, 'bytes') }
  }
  const living = { del: 0 }
  const contacts = await measure('contacts', CONTACT_COLUMNS, living)
  const others = [
    await measure('identities', IDENTITY_COLUMNS, living),
    ...(tables.hasCollected ? [await measure('collected_addresses', COLLECTED_COLUMNS, {})] : []),
    ...(tables.hasResponses ? [await measure('responses', RESPONSE_COLUMNS, living)] : []),
  ]
  const bytes = others.reduce((sum, other) => sum + other.bytes, contacts.bytes)
  return { entries: contacts.entries, bytes }
}

/** Everything of one user, but never more rows of a table than `maxRows`. */
export async function readUser(
  tables: Tables,
  userId: number,
  maxRows: number,
): Promise<RoundcubeData> {
  const { knex, prefix } = tables
  const cut: RoundcubeCut[] = []
  const [user] = await selectRows(
    knex(`${prefix}users`)
      .select('user_id', ...boundedColumns(knex, CHOICE_COLUMNS))
      .where({ user_id: userId }),
  )
  if (user !== undefined) noteCut(cut, 'preference', userId, user)
  const groups = await readGroups(tables, userId, { maxRows, cut })
  const of = { userId, maxRows, cut }
  return {
    contacts: await readContacts(tables, of, groups.byContact),
    emptyGroups: groups.empty,
    collected: tables.hasCollected ? await readCollected(tables, of) : [],
    identities: await readIdentities(tables, of),
    responses: tables.hasResponses ? await readResponses(tables, of) : [],
    preferences: user === undefined ? '' : textOrNone(user, 'preferences'),
    language: user === undefined ? '' : textOrNone(user, 'language'),
    cut,
  }
}

/** Whose rows are read, and what of them is too long. */
interface Reading {
  readonly userId: number
  readonly maxRows: number
  readonly cut: RoundcubeCut[]
}

function noteCut(cut: RoundcubeCut[], part: RoundcubeCut['part'], id: number, row: SqlRow): void {
  if (Number(row[CUT_COLUMN]) === 1) cut.push({ part, id })
}

async function readContacts(
  { knex, prefix }: Tables,
  { userId, maxRows, cut }: Reading,
  groups: ReadonlyMap<number, readonly string[]>,
): Promise<readonly RoundcubeContact[]> {
  const rows = await selectRows(
    knex(`${prefix}contacts`)
      .select('contact_id', ...boundedColumns(knex, CONTACT_COLUMNS))
      .where({ user_id: userId, del: 0 })
      .orderBy('contact_id')
      .limit(maxRows),
  )
  return rows.map((row) => {
    const id = integer(row, 'contact_id')
    noteCut(cut, 'contact', id, row)
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

/** Group names by contact, and those of groups no one is in. */
async function readGroups(
  { knex, prefix }: Tables,
  userId: number,
  { maxRows, cut }: Pick<Reading, 'maxRows' | 'cut'>,
) {
  const [groups, members, contacts] = [
    `${prefix}contactgroups`,
    `${prefix}contactgroupmembers`,
    `${prefix}contacts`,
  ]
  const groupRows = await selectRows(
    knex(groups)
      .select('contactgroup_id', ...boundedColumns(knex, GROUP_COLUMNS))
      .where({ user_id: userId, del: 0 })
      .orderBy('contactgroup_id')
      .limit(maxRows),
  )
  const names = new Map<number, string>()
  for (const row of groupRows) {
    const id = integer(row, 'contactgroup_id')
    noteCut(cut, 'group', id, row)
    names.set(id, textOrNone(row, 'name'))
  }
  // Numbers alone: a name would come with each of its members.
  const rows = await selectRows(
    knex(members)
      .select(`${members}.contactgroup_id`, `${members}.contact_id`)
      .join(groups, `${groups}.contactgroup_id`, `${members}.contactgroup_id`)
      .join(contacts, `${contacts}.contact_id`, `${members}.contact_id`)
      .where({
        [`${groups}.user_id`]: userId,
        [`${groups}.del`]: 0,
        [`${contacts}.user_id`]: userId,
        [`${contacts}.del`]: 0,
      })
      .orderBy(`${members}.contactgroup_id`)
      .limit(MAX_MEMBERSHIPS + 1),
  )
  if (rows.length > MAX_MEMBERSHIPS) cut.push({ part: 'group', id: 0 })
  const byContact = new Map<number, string[]>()
  const filled = new Set<string>()
  for (const row of rows.slice(0, MAX_MEMBERSHIPS)) {
    const name = names.get(integer(row, 'contactgroup_id')) ?? ''
    if (name === '') continue
    filled.add(name)
    const id = integer(row, 'contact_id')
    const ofContact = byContact.get(id)
    if (ofContact === undefined) byContact.set(id, [name])
    else if (ofContact.length < MAX_GROUPS_OF_CONTACT) ofContact.push(name)
  }
  const empty = new Set(names.values())
  for (const name of filled) empty.delete(name)
  return { byContact, empty: [...empty].filter((name) => name !== '') }
}

/** Numbers of `collected_addresses.type`. */
const COLLECTED_KINDS: ReadonlyMap<number, RoundcubeCollected['kind']> = new Map([
  [1, 'recipient'],
  [2, 'trusted-sender'],
])

async function readCollected({ knex, prefix }: Tables, { userId, maxRows, cut }: Reading) {
  const rows = await selectRows(
    knex(`${prefix}collected_addresses`)
      .select('address_id', 'type', 'changed', ...boundedColumns(knex, COLLECTED_COLUMNS))
      .where({ user_id: userId })
      .orderBy('address_id')
      .limit(maxRows),
  )
  return rows.flatMap((row): RoundcubeCollected[] => {
    const kind = COLLECTED_KINDS.get(integer(row, 'type'))
    if (kind === undefined) return []
    const part = kind === 'recipient' ? 'recipient' : 'trusted-sender'
    noteCut(cut, part, integer(row, 'address_id'), row)
    const [name, email] = [textOrNone(row, 'name'), textOrNone(row, 'email')]
    const changedAt = timeOrNone(row, 'changed')
    return [{ id: integer(row, 'address_id'), name, email, kind, changedAt }]
  })
}

async function readIdentities({ knex, prefix }: Tables, { userId, maxRows, cut }: Reading) {
  const columns = ['identity_id', 'standard', 'html_signature']
  const rows = await selectRows(
    knex(`${prefix}identities`)
      .select(...columns, ...boundedColumns(knex, IDENTITY_COLUMNS))
      .where({ user_id: userId, del: 0 })
      .orderBy([{ column: 'standard', order: 'desc' }, 'identity_id'])
      .limit(maxRows),
  )
  for (const row of rows) noteCut(cut, 'identity', integer(row, 'identity_id'), row)
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

async function readResponses({ knex, prefix }: Tables, { userId, maxRows, cut }: Reading) {
  const rows = await selectRows(
    knex(`${prefix}responses`)
      .select('response_id', 'is_html', ...boundedColumns(knex, RESPONSE_COLUMNS))
      .where({ user_id: userId, del: 0 })
      .orderBy('response_id')
      .limit(maxRows),
  )
  for (const row of rows) noteCut(cut, 'response', integer(row, 'response_id'), row)
  return rows.map((row): RoundcubeResponse => ({
    id: integer(row, 'response_id'),
    name: textOrNone(row, 'name'),
    text: textOrNone(row, 'data'),
    isHtml: integer(row, 'is_html') === 1,
  }))
}

function textOrNone(row: SqlRow, column: string): string {
  const value = row[column]
  // SQLite keeps a number, or bytes, where a user wrote them into a column of text.
  if (typeof value === 'number') return String(value)
  if (Buffer.isBuffer(value)) return value.toString()
  return typeof value === 'string' ? value : ''
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
