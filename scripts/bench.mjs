// `npm run bench`: from a fresh clone to the measured table. Arguments go to scripts/bench/main.ts.
import { ensureBuild } from './setup/build.mjs'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { run } from './setup/run.mjs'
import { say } from './setup/say.mjs'

try {
  checkNodeVersion()
  await ensureDebianPackages()
  await ensureDependencies()
  await ensureBuild()
} catch (error) {
  say(error.message)
  process.exit(1)
}
process.exitCode = await run(process.execPath, [
  '--import=tsx',
  'scripts/bench/main.ts',
  ...process.argv.slice(2),
])
