/** `19900412`, `1990-04-12`, with a time behind it, or without the year `--0412` (RFC 6350 4.3). */
const DATE = /^([0-9]{4}|-)-?([0-9]{2})-?([0-9]{2})(?:T.*|\s.*)?$/

/** A birthday as a contact holds it; undefined for what is no day. Years by which programs say "none" are none. */
export function birthdayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DATE.exec(text.trim()) ?? []
  const monthDays = new Date(Date.UTC(2000, Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12) return undefined
  if (Number(day) < 1 || Number(day) > monthDays) return undefined
  // Apple and Google write 1604 and 0000 for a day without a year.
  const known = year === '-' || year === '1604' || year === '0000' ? '-' : year
  return `${known}-${month}-${day}`
}

/** The same in the basic form, which all readers of 4.0 know. */
export function writeBirthday(birthday: string): string {
  const [month = '', day = ''] = birthday.slice(-5).split('-')
  return birthday.startsWith('--') ? `--${month}${day}` : `${birthday.slice(0, 4)}${month}${day}`
}
