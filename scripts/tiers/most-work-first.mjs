import { existsSync } from 'node:fs'
import { bundleFolder, withSourceNames } from '../ci/bundle-names.mjs'
import { reachedFrom } from './tier-of.mjs'

/** What a file reaches by imports, from the most work to the least. Whatever reaches none of it only computes. */
const work = ['test/support/install/', 'playwright-core', 'node:child_process']

/**
 * Compares the paths of bundles of test files: groups of many files, and those that install or drive a browser, come first, those
 * that start nothing last, so that no processor waits at the end for one long file.
 */
export function mostWorkFirst(one, other) {
  return rankOf(one) - rankOf(other) || one.localeCompare(other, 'en')
}

/** A bundle of no source of its own holds dozens (group-tests.mjs). */
const MOST_WORK = 0

/** Rank of each bundle that was compared. */
const ranks = new Map()

function rankOf(bundle) {
  const cached = ranks.get(bundle)
  if (cached !== undefined) return cached
  const source = withSourceNames(bundle.slice(bundle.indexOf(`${bundleFolder}/`)))
  const rank = existsSync(source) ? rankOfSource(source) : MOST_WORK
  ranks.set(bundle, rank)
  return rank
}

function rankOfSource(source) {
  const { files, packages } = reachedFrom(source)
  const names = [...files, ...packages]
  const location = work.findIndex((part) => names.some((name) => name.startsWith(part)))
  return location === -1 ? work.length : location
}
