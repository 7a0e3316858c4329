import type { BrandSettings } from '../sections/branding.ts'
import { readLogo } from './logo-file.ts'
import { LEAST_CONTRAST, type Scheme, worstContrast } from './palette.ts'

/** What is wrong with brands, by their settings: colours no one can read, and names that two of them claim. */
export function brandingProblems(brands: readonly BrandSettings[]): readonly string[] {
  return [
    ...brands.flatMap(({ colors }, at) => [
      ...colorProblems(`branding.${at}.colors.accent`, colors.accent, 'light'),
      ...colorProblems(`branding.${at}.colors.accentDark`, colors.accentDark, 'dark'),
    ]),
    ...claimedTwice(
      'hosts',
      brands.map(({ hosts }) => hosts),
    ),
    ...claimedTwice(
      'domains',
      brands.map(({ domains }) => domains),
    ),
    ...severalForEverybody(brands),
  ]
}

function colorProblems(setting: string, color: string | null, scheme: Scheme): readonly string[] {
  if (color === null) return []
  const { ratio, text, below } = worstContrast(color, scheme)
  if (ratio >= LEAST_CONTRAST) return []
  return [
    `${setting}: ${color} cannot be read in the ${scheme} scheme: ${text} on ${below} is ` +
      `${ratio.toFixed(1)}:1, and needs ${LEAST_CONTRAST}:1 (WCAG 2.2, 1.4.3)`,
  ]
}

function claimedTwice(
  setting: 'hosts' | 'domains',
  claims: readonly (readonly string[])[],
): readonly string[] {
  const first = new Map<string, number>()
  return claims.flatMap((names, at) =>
    names.flatMap((name) => {
      const before = first.get(name) ?? at
      first.set(name, before)
      return before === at
        ? []
        : [`branding.${at}.${setting}: "${name}" is of branding.${before} already`]
    }),
  )
}

function severalForEverybody(brands: readonly BrandSettings[]): readonly string[] {
  const [first, second] = brands.flatMap(({ hosts, domains }, at) =>
    hosts.length + domains.length === 0 ? [at] : [],
  )
  if (first === undefined || second === undefined) return []
  return [`branding.${second}: must have hosts or domains; branding.${first} is for everybody else`]
}

/** Why logos cannot be shown, by their settings. */
export async function logoProblems(brands: readonly BrandSettings[]): Promise<readonly string[]> {
  const problems = brands.map(async ({ logo }, at) => {
    if (logo === null) return []
    try {
      await readLogo(logo)
      return []
    } catch (error) {
      return [`branding.${at}.logo: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  return (await Promise.all(problems)).flat()
}
