import { readFile } from 'node:fs/promises'
import knex, { type Knex } from 'knex'
import sqlite3 from 'sqlite3'

/** Versions whose tables differ. */
export type RoundcubeVersion = '1.4' | '1.5' | '1.6' | '1.7'

/** Of Debian's package roundcube-core. */
const SQL = '/usr/share/roundcube/SQL'

const INITIAL = { sqlite: 'sqlite', mysql: 'mysql', postgres: 'postgres' } as const
type Dialect = keyof typeof INITIAL

/** Connects as Roundcube would; `url` as Postern has it. */
export function roundcubeKnex(url: string): { readonly knex: Knex; readonly dialect: Dialect } {
  const dialect = url.startsWith('sqlite:')
    ? 'sqlite'
    : url.startsWith('mysql:')
      ? 'mysql'
      : 'postgres'
  const client = { sqlite: 'sqlite3', mysql: 'mysql2', postgres: 'pg' }[dialect]
  const connection = {
    sqlite: { filename: url.slice('sqlite:'.length) },
    mysql: { uri: url, multipleStatements: true },
    postgres: { connectionString: url },
  }[dialect]
  return { knex: knex({ client, connection, useNullAsDefault: true }), dialect }
}

/**
 * Makes the tables of a version in an empty database: those of the package, 1.6; the ones before without what came
 * later (SQL/DIALECT/2020091000.sql and 2021081000.sql of the package), 1.7 with what 2022100100 and 2025092300 changed.
 */
export async function makeRoundcubeTables(url: string, version: RoundcubeVersion): Promise<void> {
  const { knex: database, dialect } = roundcubeKnex(url)
  const run = async (file: string) => {
    const text = await readFile(`${SQL}/${file}`, 'utf8')
    if (dialect === 'sqlite') await runSqlite(url.slice('sqlite:'.length), text)
    else await database.raw(text.replaceAll('?', '\\?'))
  }
  try {
    await run(`${INITIAL[dialect]}.initial.sql`)
    if (version === '1.4' || version === '1.5') {
      await database.schema.dropTable('responses')
      await database.schema.dropTable('collected_addresses')
      if (dialect === 'postgres') await database.raw('DROP SEQUENCE collected_addresses_seq')
    }
    if (version === '1.5') await run(`${dialect}/2020091000.sql`)
    if (version === '1.7') {
      await database.schema.alterTable('session', (table) => {
        table.renameColumn('changed', 'expires_at')
      })
    }
  } finally {
    await database.destroy()
  }
}

function runSqlite(path: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(path)
    database.exec(text, (error) => {
      database.close()
      if (error === null) resolve()
      else reject(error)
    })
  })
}

const CARD = [
  ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Noether;Emmy;;;', 'FN:Emmy Noether'],
  ...['EMAIL;TYPE=INTERNET;TYPE=work:emmy@example.org', 'TEL;TYPE=cell:+49 551 1'],
  ...['BDAY:1882-03-23', 'END:VCARD'],
].join('\r\n')

/** A user with one of everything, and what Roundcube would not show any more. */
export async function addRoundcubeUser(
  url: string,
  { username, mailHost = 'localhost' }: { readonly username: string; readonly mailHost?: string },
): Promise<void> {
  const { knex: database } = roundcubeKnex(url)
  const at = '2026-01-02 03:04:05'
  try {
    const count = async (table: string) => {
      const [row] = await database(table).count({ rows: '*' })
      return Number(row?.rows)
    }
    const has = (table: string) => database.schema.hasTable(table)
    const user_id = (await count('users')) + 1
    const first = 10 * user_id
    await database('users').insert({
      ...{ user_id, username, mail_host: mailHost, created: at, language: 'de_DE' },
      preferences: preferencesOf(await has('responses')),
    })
    const plain = { user_id, changed: at, firstname: '', surname: '', words: '', del: 0 }
    await database('contacts').insert([
      { ...plain, contact_id: first, name: 'Emmy Noether', email: 'emmy@example.org', vcard: CARD },
      {
        ...{ ...plain, contact_id: first + 1, name: 'Ada Lovelace', firstname: 'Ada' },
        ...{ surname: 'Lovelace', email: 'ada@example.org,broken', vcard: '' },
      },
      { ...plain, contact_id: first + 2, name: 'Gone', email: 'g@example.org', vcard: '', del: 1 },
      {
        ...plain,
        contact_id: first + 3,
        name: 'Half',
        email: 'half@example.org',
        vcard: 'BEGIN:VC',
      },
    ])
    const group = { user_id, changed: at, del: 0 }
    await database('contactgroups').insert([
      { ...group, contactgroup_id: first, name: 'Algebra' },
      { ...group, contactgroup_id: first + 1, name: 'Nobody' },
      { ...group, contactgroup_id: first + 2, name: 'Old', del: 1 },
    ])
    await database('contactgroupmembers').insert([
      { contactgroup_id: first, contact_id: first, created: at },
      { contactgroup_id: first + 1, contact_id: first + 2, created: at },
      { contactgroup_id: first + 2, contact_id: first, created: at },
    ])
    const identity = { user_id, changed: at, del: 0, standard: 0, organization: '' }
    const noSignature = { 'reply-to': '', bcc: '', signature: '', html_signature: 0 }
    await database('identities').insert([
      {
        ...{
          ...identity,
          ...noSignature,
          identity_id: first,
          name: 'Office',
          email: 'o@example.org',
        },
        ...{ 'reply-to': 'Someone <s@example.org>', bcc: 'archive@example.org' },
      },
      {
        ...{ ...identity, ...noSignature, identity_id: first + 1, standard: 1, name: 'Me' },
        ...{ email: username, signature: '<p>Yours,<br>Me</p>', html_signature: 1 },
      },
      { ...identity, ...noSignature, identity_id: first + 2, name: 'Bad', email: 'no address' },
    ])
    if (await has('collected_addresses')) {
      await database('collected_addresses').insert([
        {
          ...{ address_id: first, user_id, changed: at },
          name: 'Kurt',
          email: 'k@example.org',
          type: 1,
        },
        {
          ...{ address_id: first + 1, user_id, changed: at },
          name: '',
          email: 't@example.org',
          type: 2,
        },
      ])
    }
    if (await has('responses')) {
      await database('responses').insert([
        {
          ...{ response_id: first, user_id, changed: at, del: 0 },
          name: 'Thanks',
          data: 'Thank you',
          is_html: 0,
        },
      ])
    }
  } finally {
    await database.destroy()
  }
}

/** As PHP's `serialize` writes them; saved replies were among them before 1.6. */
function preferencesOf(hasResponses: boolean): string {
  const reply =
    'a:1:{i:0;a:3:{s:4:"name";s:6:"Thanks";s:4:"text";s:9:"Thank you";s:3:"key";s:1:"k";}}'
  const entries = [
    's:8:"timezone";s:13:"Europe/Berlin";',
    's:11:"time_format";s:3:"H:i";',
    's:11:"show_images";i:2;',
    's:10:"reply_mode";s:1:"0";',
    's:4:"skin";s:7:"elastic";',
    's:6:"plugin";O:8:"stdClass":0:{}',
    ...(hasResponses ? [] : [`s:17:"compose_responses";${reply}`]),
  ]
  return `a:${entries.length}:{${entries.join('')}}`
}
