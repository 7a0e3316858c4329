import { canCompile, ensureDebianPackages } from './debian-packages.mjs'
import { ensureDependencies } from './dependencies.mjs'

/** Installs what the tests lack of Debian and of npm, at one time unless npm needs a compiler that Debian brings. */
export async function ensurePackages() {
  if (!canCompile()) await ensureDebianPackages()
  await Promise.all([ensureDebianPackages(), ensureDependencies()])
}
