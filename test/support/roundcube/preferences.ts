import { promisify } from 'node:util'
import sqlite3 from 'sqlite3'

/** Settings of a user as Roundcube keeps them, by its own names. */
export interface RoundcubePreferences {
  readonly language: string
  readonly preferences: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** Choices that change how lists and refreshes are answered. */
export const preferenceProfiles: readonly RoundcubePreferences[] = [
  { language: 'en_US', preferences: {} },
  {
    language: 'de_DE',
    preferences: {
      mail_pagesize: 15,
      date_format: 'd.m.Y',
      timezone: 'Europe/Berlin',
      message_sort_col: 'date',
      message_sort_order: 'ASC',
    },
  },
  {
    language: 'fr_FR',
    preferences: {
      prettydate: false,
      time_format: 'g:i a',
      timezone: 'auto',
      list_cols: ['subject', 'from', 'to', 'date', 'size', 'flag'],
    },
  },
  {
    language: 'en_GB',
    preferences: { check_all_folders: true, mail_pagesize: 40, timezone: 'America/New_York' },
  },
]

/** Gives a user who has signed in once these settings. */
export async function setPreferences(
  database: string,
  user: string,
  { language, preferences }: RoundcubePreferences,
): Promise<void> {
  const opened = new sqlite3.Database(database)
  opened.configure('busyTimeout', 10_000)
  await new Promise<void>((resolve, reject) => {
    opened.run(
      'UPDATE users SET language = ?, preferences = ? WHERE username = ?',
      [language, phpText(preferences), user],
      (error) => (error === null ? resolve() : reject(error)),
    )
  })
  await promisify(opened.close.bind(opened))()
}

type PhpText = string | number | boolean

/** As PHP's `serialize` writes it. */
function phpText(value: PhpText | readonly string[] | RoundcubePreferences['preferences']): string {
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  if (typeof value === 'number') return `i:${value};`
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  const isList = 'length' in value && Array.isArray(value)
  const texts = Object.entries<PhpText | readonly string[]>(value).map(
    ([key, item]) => phpText(isList ? Number(key) : key) + phpText(item),
  )
  return `a:${texts.length}:{${texts.join('')}}`
}
