import { createRequire } from 'node:module'

/**
 * What bundles of tests take from Playwright. By `require`: for an import Node reads all its megabytes for the names in them first,
 * which takes as long as to load it.
 */
export const { chromium, errors, firefox } = createRequire(import.meta.url)('playwright-core')
