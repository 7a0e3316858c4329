import { integer, optionalInteger, text, type SqlRow } from '../sql/row.ts'
import { originText, type RequestOrigin } from '../record/request-origin.ts'
import { settingsOf, type UserRecord } from '../record/user.ts'
import { positionOf, readRows, undrainedRows, type OnUnreadable, type Place } from './position.ts'
import type { Sqlite } from '../sql/sqlite.ts'

/** A user record with its place in the order of draining. */
export interface SpooledUser extends Place {
  readonly createdAt: number
  readonly user: UserRecord
}

interface Owner {
  readonly username: string
  readonly mailHost: string
  readonly origin?: RequestOrigin | undefined
}

/** What happened to a user; applied in order, inside a transaction. */
export type UserWrite =
  | (Owner & { readonly kind: 'signed-in'; readonly userId: number; readonly at: number })
  | (Owner & { readonly kind: 'refused'; readonly at: number })
  | (Owner & {
      readonly kind: 'set'
      readonly userId: number
      readonly text: string
      readonly at: number
    })
  | { readonly kind: 'adopted'; readonly user: UserRecord; readonly at: number }

/** Applies one user write under the sequence number it drains by. */
export async function writeUser(sqlite: Sqlite, write: UserWrite, seq: number): Promise<void> {
  switch (write.kind) {
    case 'signed-in':
      // Two owners with one id: the second is not inserted and its sign-in fails loudly (store/user/records.ts).
      return sqlite.run(
        `INSERT INTO user (username, mail_host, user_id, seq, queued, created, last_login, origin)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (username, mail_host) DO UPDATE SET
           last_login = excluded.last_login, failed_login_counter = 0,
           seq = excluded.seq, queued = excluded.queued, drained = 0, origin = excluded.origin
         ON CONFLICT (user_id) DO NOTHING`,
        [
          write.username,
          write.mailHost,
          write.userId,
          seq,
          ...[write.at, write.at, write.at],
          originText(write.origin),
        ],
      )
    case 'refused':
      return sqlite.run(
        `UPDATE user SET failed_login = ?, failed_login_counter = failed_login_counter + 1,
           seq = ?, queued = ?, drained = 0, origin = ?
         WHERE username = ? AND mail_host = ?`,
        [
          ...[write.at, seq, write.at],
          originText(write.origin),
          ...[write.username, write.mailHost],
        ],
      )
    case 'set':
      return sqlite.run(
        `INSERT INTO user (username, mail_host, user_id, seq, queued, created, settings, settings_ms, origin)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (username, mail_host) DO UPDATE SET
           settings = excluded.settings, settings_ms = excluded.settings_ms,
           seq = excluded.seq, queued = excluded.queued, drained = 0, origin = excluded.origin
         ON CONFLICT (user_id) DO NOTHING`,
        [
          ...[write.username, write.mailHost, write.userId],
          ...[seq, write.at, write.at],
          ...[write.text, write.at],
          originText(write.origin),
        ],
      )
    case 'adopted':
      return adopt(sqlite, write.user, write.at, seq)
  }
}

/** The record of a mailbox owner as this process knows it. */
export async function findUser(
  sqlite: Sqlite,
  username: string,
  mailHost: string,
): Promise<UserRecord | undefined> {
  const [row] = await sqlite.all('SELECT * FROM user WHERE username = ? AND mail_host = ?', [
    username,
    mailHost,
  ])
  return row === undefined ? undefined : userOf(row)
}

/** Whether an id is taken by any owner. */
export async function hasUserId(sqlite: Sqlite, userId: number): Promise<boolean> {
  const rows = await sqlite.all('SELECT 1 FROM user WHERE user_id = ?', [userId])
  return rows.length > 0
}

/** The oldest user records not yet drained. */
export async function undrainedUsers(
  sqlite: Sqlite,
  limit: number,
  onUnreadable: OnUnreadable,
): Promise<SpooledUser[]> {
  const rows = await undrainedRows(sqlite, 'user', limit)
  const read = (row: SqlRow) => ({
    ...positionOf(row),
    createdAt: integer(row, 'created'),
    user: userOf(row),
  })
  return readRows(rows, read, onUnreadable)
}

/** Takes over the record of the shared database, where its row was there before ours. */
function adopt(sqlite: Sqlite, user: UserRecord, at: number, seq: number): Promise<void> {
  return sqlite.run(
    `INSERT INTO user (username, mail_host, user_id, seq, queued, drained, created, last_login,
                       failed_login, failed_login_counter, settings, settings_ms)
     VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (username, mail_host) DO UPDATE SET user_id = excluded.user_id,
       settings = CASE WHEN excluded.settings_ms > coalesce(settings_ms, 0)
                       THEN excluded.settings ELSE settings END,
       settings_ms = CASE WHEN excluded.settings_ms > coalesce(settings_ms, 0)
                          THEN excluded.settings_ms ELSE settings_ms END
     ON CONFLICT (user_id) DO NOTHING`,
    [
      user.username,
      user.mailHost,
      user.userId,
      seq,
      at,
      at,
      user.lastLoginAt ?? null,
      user.failedLoginAt ?? null,
      user.failedLoginCounter,
      user.settings?.text ?? null,
      user.settings?.changedAt ?? null,
    ],
  )
}

function userOf(row: SqlRow): UserRecord {
  return {
    userId: integer(row, 'user_id'),
    username: text(row, 'username'),
    mailHost: text(row, 'mail_host'),
    lastLoginAt: optionalInteger(row, 'last_login'),
    failedLoginAt: optionalInteger(row, 'failed_login'),
    failedLoginCounter: integer(row, 'failed_login_counter'),
    settings: settingsOf(row),
  }
}
