import { timeZoneInForce } from '../../texts/format.ts'
import { momentOf, wallTimeOf } from '../outbox/wall-time.ts'

/** The day by the owner's clock, `YYYY-MM-DD`. */
export function today(): string {
  return wallTimeOf(Date.now(), timeZoneInForce()).slice(0, 10)
}

/** How far the owner's clock is from UTC when that day begins: `+0100` (RFC 5260 4). */
export function zoneOf(day: string): string {
  const minutes =
    (Date.parse(`${day}T00:00Z`) - momentOf(`${day}T00:00`, timeZoneInForce())) / 60_000
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const digits = (number: number) => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${digits(hours)}${digits(rest)}`
}
