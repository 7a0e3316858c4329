/**
 * What Node needs to run a program of ours: of a source that tsx compiles it, and nothing where the tests are bundles, for
 * the program is one, too (scripts/tiers/bundle-tests.mjs).
 */
export function nodeArgsFor(program: string): readonly string[] {
  return program.endsWith('.ts') ? ['--import=tsx'] : []
}
