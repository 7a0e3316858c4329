import { existsSync } from 'node:fs'
import { bundleFolder, withSourceNames } from '../ci/bundle-names.mjs'
import { reachedFrom } from './tier-of.mjs'

/** What a file reaches by imports, from the most work to the least. Whatever reaches none of it only computes. */
const work = ['test/support/install/', 'playwright-core', 'node:child_process', 'piscina']

/**
 * Compares the paths of bundles of test files: those that install or drive a browser come first, those that start nothing last, so
 * that no processor waits at the end for one long file.
 */
export function mostWorkFirst(one, other) {
  return rankOf(one) - rankOf(other) || one.localeCompare(other, 'en')
}

/** Rank of each bundle that was compared. */
const ranks = new Map()

function rankOf(bundle) {
  const known = ranks.get(bundle)
  if (known !== undefined) return known
  const source = withSourceNames(bundle.slice(bundle.indexOf(`${bundleFolder}/`)))
  const place = existsSync(source) ? placeOf(source) : -1
  const rank = place === -1 ? work.length : place
  ranks.set(bundle, rank)
  return rank
}

function placeOf(source) {
  const { files, packages } = reachedFrom(source)
  const names = [...files, ...packages]
  return work.findIndex((part) => names.some((name) => name.startsWith(part)))
}
