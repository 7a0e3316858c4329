import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import { integer, optionalInteger, optionalTime, sqlTime, text, type SqlRow } from '../sql/row.ts'
import { settingsOf, type OwnerSettings, type UserRecord } from '../record/user.ts'
import type { SpooledUser } from '../spool/users.ts'
import { insertRows, runStatement } from './statement.ts'

/** Notes sign-ins, refused ones and accepted ones (spec 5.4). */
export const updateUser =
  'UPDATE users SET last_login = ?, failed_login = ?, failed_login_counter = ? WHERE username = ? AND mail_host = ?'

/**
 * Writes user records. A row that was there before ours, e.g. of another webmail, keeps its id, and so
 * does an owner whose derived id is taken: neither may stop the drain. Times are written in the time of
 * its clock, which is `aheadMs` ahead of ours.
 */
export async function writeUserRows(
  transaction: Knex,
  { dialect, aheadMs }: { dialect: Dialect; aheadMs: number },
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
  for (const { user } of users) {
    await runStatement(transaction, updateUser, [
      timeOrNull(user.lastLoginAt, aheadMs),
      timeOrNull(user.failedLoginAt, aheadMs),
      user.failedLoginCounter,
      user.username,
      user.mailHost,
    ])
    if (user.settings !== undefined) await writeSettings(transaction, user, user.settings)
  }
}

/** Another instance may have drained a later change meanwhile. */
async function writeSettings(
  transaction: Knex,
  { username, mailHost }: UserRecord,
  { text: settings, changedAt }: OwnerSettings,
): Promise<void> {
  await runStatement(
    transaction,
    `UPDATE users SET settings = ?, settings_ms = ?
     WHERE username = ? AND mail_host = ? AND (settings_ms IS NULL OR settings_ms < ?)`,
    [settings, changedAt, username, mailHost, changedAt],
  )
}

/** The question for a mailbox owner. */
export function selectUser(knex: Knex, username: string, mailHost: string) {
  return knex('users')
    .select('user_id', 'username', 'mail_host', 'last_login')
    .select('failed_login', 'failed_login_counter', 'settings', 'settings_ms')
    .where({ username, mail_host: mailHost })
}

function timeOrNull(ms: number | undefined, aheadMs: number): string | null {
  return ms === undefined ? null : sqlTime(ms + aheadMs)
}

/** The record of a row, its times in ours. */
export function userOf(row: SqlRow, aheadMs: number): UserRecord {
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
    settings: settingsOf(row),
  }
}
