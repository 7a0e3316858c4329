/** Whether `Intl` knows the zone by this name. Zones are renamed and divided: a browser may know others than the server. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    // RangeError is the only way it says so.
    return false
  }
}
