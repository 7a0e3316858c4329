import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import test from 'ava'
import { Linter } from 'eslint'
import { windowNames } from '../../../scripts/squire/squire-in-frame.ts'

/** A window that runs no script calls no timer or observer of its own; styles are the same by any window. */
const namesOfPage = ['MutationObserver', 'console', 'getComputedStyle', 'setTimeout']

/** The argument itself, and the sanitizer that options replace. */
const namesGiven = ['DOMPurify', 'window']

test('Squire reads every class and document of the frame that is written in', async (t) => {
  const { resolve } = createRequire(import.meta.url)
  const source = await readFile(resolve('squire-rte/dist/squire-raw.mjs'), 'utf8')
  const free = new Linter()
    .verify(source, { rules: { 'no-undef': 'error' } })
    .flatMap(({ ruleId, message }) => (ruleId === 'no-undef' ? [message.split("'")[1]] : []))

  t.deepEqual(
    [...new Set(free)].toSorted(),
    [...windowNames, ...namesOfPage, ...namesGiven].toSorted(),
  )
})
