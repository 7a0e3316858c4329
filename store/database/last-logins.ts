import type { Knex } from 'knex'
import { sqlTime } from '../sql/row.ts'
import { runStatement } from './statement.ts'

/** That someone has signed in to a Roundcube, whose row in `users` it made itself. */
export interface RoundcubeLogin {
  readonly userId: number
  readonly username: string
  readonly mailHost: string
  /** Unix ms. */
  readonly at: number
}

/** As Roundcube does it; where it has no such row nothing is made. Times are in the database's clock, `aheadMs` ahead of ours. */
export async function writeLastLogins(
  transaction: Knex,
  aheadMs: number,
  logins: readonly RoundcubeLogin[],
): Promise<void> {
  for (const { userId, username, mailHost, at } of logins) {
    await runStatement(
      transaction,
      'UPDATE users SET last_login = ? WHERE user_id = ? AND username = ? AND mail_host = ?',
      [sqlTime(at + aheadMs), userId, username, mailHost],
    )
  }
}
