/** True for the domain itself and for one below it. Both in lower case. */
export function isDomainWithin(domain: string, outer: string): boolean {
  return domain === outer || domain.endsWith(`.${outer}`)
}
