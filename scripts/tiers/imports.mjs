import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Static, dynamic and re-exporting imports; what is imported as a type only is gone when the program runs. */
const importForms = [
  /^(?:import|export)\s(?!type\s)[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]/gm,
  /^import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

/** Text and imports of each source that was read. */
const known = new Map()

/**
 * What a source needs when it runs, itself included: `files` are the paths of this repository below the current
 * folder, `packages` the names of everything else.
 */
export function reachedFrom(file) {
  const files = new Set([file])
  const packages = new Set()
  // A set that grows while it is walked is walked to its end.
  for (const reached of files) {
    for (const name of sourceOf(reached).imports) {
      if (!name.startsWith('.')) packages.add(name)
      else if (existsSync(join(dirname(reached), name))) files.add(join(dirname(reached), name))
    }
  }
  return { files, packages }
}

/** A source's text. */
export function textOf(file) {
  return sourceOf(file).text
}

function sourceOf(file) {
  const found = known.get(file)
  if (found !== undefined) return found
  const text = readFileSync(file, 'utf8')
  const imports = importForms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name))
  const source = { text, imports }
  known.set(file, source)
  return source
}
