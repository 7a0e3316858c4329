/** Whether two addresses are the same, in any case: RFC 5321 2.4 would tell the part before the `@` apart, which no server does. */
export function isSameMailAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
