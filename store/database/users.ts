import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import { integer, optionalInteger, optionalTime, sqlTime, text, type SqlRow } from '../sql/row.ts'
import { settingsOf, type UserRecord } from '../record/user.ts'
import type { SpooledUser } from '../spool/users.ts'
import { insertRows, overwrite, runStatement, selectRows } from './statement.ts'

/** Notes sign-ins, refused ones and accepted ones (spec 5.4). */
export const updateUser =
  'UPDATE users SET last_login = ?, failed_login = ?, failed_login_counter = ? WHERE username = ? AND mail_host = ?'

/**
 * Writes user records: into our own table, and into `users`, where only a Postern that made it inserts. A row that was there
 * before ours, e.g. of another webmail, keeps its id, and so does an owner whose derived id is taken: neither may stop the
 * drain. Times are written in the time of its clock, which is `aheadMs` ahead of ours.
 */
export async function writeUserRows(
  transaction: Knex,
  at: { readonly dialect: Dialect; readonly aheadMs: number; readonly ownsUsers: boolean },
  unordered: readonly SpooledUser[],
): Promise<void> {
  const { aheadMs, ownsUsers } = at
  // Rows are locked in one order, or two instances would wait for each other.
  const users = [...unordered].sort(({ user: one }, { user: other }) => {
    return `${one.username}\n${one.mailHost}` < `${other.username}\n${other.mailHost}` ? -1 : 1
  })
  await writeOwnRows(transaction, at, users)
  if (ownsUsers) await insertUsers(transaction, at, users)
  for (const { user } of users) {
    await runStatement(transaction, updateUser, [
      ...signInsOf(user, aheadMs),
      user.username,
      user.mailHost,
    ])
  }
}

async function insertUsers(
  transaction: Knex,
  { dialect, aheadMs }: { readonly dialect: Dialect; readonly aheadMs: number },
  users: readonly SpooledUser[],
): Promise<void> {
  await insertRows(transaction, {
    head: 'INSERT INTO users (user_id, username, mail_host, created)',
    // Not MySQL's INSERT IGNORE: it would also cut a name that is too long, and ignore that.
    tail:
      dialect === 'mysql'
        ? 'ON DUPLICATE KEY UPDATE user_id = users.user_id'
        : 'ON CONFLICT DO NOTHING',
    rows: users.map(({ user, createdAt }) => [
      user.userId,
      user.username,
      user.mailHost,
      sqlTime(createdAt + aheadMs),
    ]),
  })
}

const OWN = 'postern_user'
const ownKey = { table: OWN, key: 'username, mail_host' }

async function writeOwnRows(
  transaction: Knex,
  { dialect, aheadMs }: { readonly dialect: Dialect; readonly aheadMs: number },
  users: readonly SpooledUser[],
): Promise<void> {
  const signIns = ['last_login', 'failed_login', 'failed_login_counter']
  await insertRows(transaction, {
    head: `INSERT INTO ${OWN} (username, mail_host, created, user_id, ${signIns.join(', ')})`,
    tail: overwrite(dialect, { ...ownKey, columns: ['user_id', ...signIns] }),
    rows: users.map(({ user, createdAt }) => [
      ...[user.username, user.mailHost, sqlTime(createdAt + aheadMs), user.userId],
      ...signInsOf(user, aheadMs),
    ]),
    // A locked database refuses the first statement: readers of the log know the one on `users` (spec 7).
    shownSql: updateUser,
  })
  await insertRows(transaction, {
    head: `INSERT INTO ${OWN} (username, mail_host, user_id, settings, settings_ms)`,
    // Another instance may have drained a later change meanwhile.
    tail: overwrite(
      dialect,
      { ...ownKey, columns: ['settings', 'settings_ms'] },
      (written, there) =>
        `${there('settings_ms')} IS NULL OR ${there('settings_ms')} < ${written('settings_ms')}`,
    ),
    rows: users.flatMap(({ user: { username, mailHost, userId, settings } }) =>
      settings === undefined
        ? []
        : [[username, mailHost, userId, settings.text, settings.changedAt]],
    ),
  })
}

function signInsOf(user: UserRecord, aheadMs: number): (string | number | null)[] {
  return [
    timeOrNull(user.lastLoginAt, aheadMs),
    timeOrNull(user.failedLoginAt, aheadMs),
    user.failedLoginCounter,
  ]
}

/** The question for a mailbox owner's row in `users`. */
export function selectUser(knex: Knex, username: string, mailHost: string) {
  return knex('users')
    .select('user_id', 'username', 'mail_host', 'last_login')
    .select('failed_login', 'failed_login_counter')
    .where({ username, mail_host: mailHost })
}

/** The record of a mailbox owner, its times in ours. Id and times of a row in `users` win: another webmail knows only these. */
export async function findUserRow(
  knex: Knex,
  { username, mailHost }: { readonly username: string; readonly mailHost: string },
  aheadMs: number,
): Promise<UserRecord | undefined> {
  const [shared] = await selectRows(selectUser(knex, username, mailHost))
  const [own] = await selectRows(
    knex(OWN)
      .select('user_id', 'username', 'mail_host', 'last_login')
      .select('failed_login', 'failed_login_counter', 'settings', 'settings_ms')
      .where({ username, mail_host: mailHost }),
  )
  const row = shared ?? own
  if (row === undefined) return undefined
  return userOf(row, { settings: own === undefined ? undefined : settingsOf(own), aheadMs })
}

function timeOrNull(ms: number | undefined, aheadMs: number): string | null {
  return ms === undefined ? null : sqlTime(ms + aheadMs)
}

function userOf(
  row: SqlRow,
  { settings, aheadMs }: Pick<UserRecord, 'settings'> & { readonly aheadMs: number },
): UserRecord {
  const ownTime = (column: string): number | undefined => {
    const time = optionalTime(row, column)
    return time === undefined ? undefined : time - aheadMs
  }
  return {
    userId: integer(row, 'user_id'),
    username: text(row, 'username'),
    mailHost: text(row, 'mail_host'),
    lastLoginAt: ownTime('last_login'),
    failedLoginAt: ownTime('failed_login'),
    failedLoginCounter: optionalInteger(row, 'failed_login_counter') ?? 0,
    settings,
  }
}
